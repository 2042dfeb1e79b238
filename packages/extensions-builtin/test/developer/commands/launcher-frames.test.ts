import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findLauncher } from "../../../src/developer/shell/launcher/find-launcher.ts";
import {
  encodeRequest,
  reportReader,
  type LaunchReport,
} from "../../../src/developer/shell/launcher/frames.ts";

const program = findLauncher() ?? "";

function request(folder: string, id = 1) {
  return {
    id,
    deadlineMs: 5000,
    maxOutputBytes: 1000,
    keepsNewest: false,
    folder,
    cwd: "/",
    mark: "SKEIN_CALL=frames.1",
    argv: ["/bin/true"],
    environment: { SKEIN_CALL: "frames.1", EMPTY: "" },
  };
}

/** What the launcher does with some bytes, and with the end of its input. */
function feed(bytes: Buffer) {
  return spawnSync(program, [" ".repeat(5000)], { input: bytes, timeout: 50_000 });
}

describe.skipIf(program === "")("the launcher's reading of requests", () => {
  it("ends by itself, whatever it is sent", async () => {
    await using folder = await temporaryFolder();
    const valid = encodeRequest(request(folder.path));
    const edit = fc.record({ at: fc.nat(valid.length - 1), byte: fc.nat(255) });
    const edited = fc.array(edit, { maxLength: 4 }).map((edits) => {
      const bytes = Buffer.from(valid);
      for (const { at, byte } of edits) bytes.writeUInt8(byte, at);
      return bytes;
    });
    const cut = fc.tuple(edited, fc.nat(valid.length)).map(([bytes, length]) => bytes.subarray(0, length));
    const any = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
    checkProperty(
      fc.property(fc.array(fc.oneof(any, edited, cut), { maxLength: 3 }), (frames) => {
        const { status, signal, stdout } = feed(Buffer.concat(frames));
        expect(signal).toBeNull();
        expect(status).toBeLessThanOrEqual(1);
        const reports: LaunchReport[] = [];
        reportReader((report) => reports.push(report))(stdout);
        expect(reports.length).toBeLessThanOrEqual(2 * frames.length);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ["longer than any request", Buffer.from([0xff, 0xff, 0xff, 0x7f])],
    ["with more texts than it says", Buffer.concat([Buffer.from([30, 0, 0, 0]), Buffer.alloc(30)])],
    ["with more arguments than bytes", withNumber(20, 0xffff_ffff)],
    ["with more variables than bytes", withNumber(24, 0xffff_ffff)],
    ["whose counts only together are too many", withNumber(20, 3)],
    ["without the mark in its environment", encodeRequest({ ...request("/"), environment: {} })],
    ["with a folder that is not absolute", encodeRequest(request("folder"))],
    ["with a program that is not absolute", encodeRequest({ ...request("/"), argv: ["true"] })],
  ])("refuses one %s", (_, frame) => {
    const { status, stdout } = feed(frame);
    expect([status, stdout.toString()]).toEqual([1, "SKL2"]);
  });

  it("starts nothing for a caller that is gone", async () => {
    await using folder = await temporaryFolder();
    const frame = join(folder.path, "frame");
    writeFileSync(frame, encodeRequest({ ...request(folder.path), argv: ["/usr/bin/touch", "started"] }));
    // The caller has closed its end before the launcher reads.
    const late = 'cat "$1" | { sleep 0.2; exec "$2" "$3"; }';
    const { status } = spawnSync("sh", ["-c", late, "sh", frame, program, " ".repeat(5000)]);
    expect(status).toBe(0);
    expect(() => readFileSync(join(folder.path, "state"))).toThrow("ENOENT");
  });
});

function withNumber(at: number, value: number): Buffer {
  const frame = encodeRequest(request("/nowhere"));
  frame.writeUInt32LE(value, at);
  return frame;
}

describe("reports of the launcher", () => {
  const report = fc.record({
    kind: fc.constantFrom("started" as const, "ended" as const),
    id: fc.nat(),
    value: fc.nat(),
  });

  it("are read from pieces of any length", () => {
    checkProperty(
      fc.property(fc.array(report), fc.array(fc.integer({ min: 1, max: 20 })), (reports, lengths) => {
        const bytes = Buffer.concat([Buffer.from("SKL2"), ...reports.map(encodeReport)]);
        const read: LaunchReport[] = [];
        const reader = reportReader((one) => read.push(one));
        let at = 0;
        for (const length of [...lengths, bytes.length]) {
          reader(bytes.subarray(at, at + length));
          at += length;
        }
        expect(read).toEqual(reports);
      }),
    );
  });

  it("are no texts with a NUL in a request", () => {
    expect(() => encodeRequest({ ...request("/"), cwd: "/a\0b" })).toThrow("NUL");
  });
});

function encodeReport({ kind, id, value }: LaunchReport): Buffer {
  const bytes = Buffer.alloc(9);
  bytes.write(kind === "started" ? "S" : "E");
  bytes.writeUInt32LE(id, 1);
  bytes.writeUInt32LE(value, 5);
  return bytes;
}

import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { stripTerminalCodes } from "@skein/protocol";
import { clipFile, clipToFile } from "../src/index.ts";

const folder = mkdtempSync(join(tmpdir(), "skein-clip-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Bytes this process has read, counted by the kernel; 0 outside Linux. */
function bytesRead(): number {
  if (process.platform !== "linux") return 0;
  return Number(/^rchar: (\d+)/.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);
}

describe("clipFile", () => {
  it("shows a small file as it is", () => {
    expect(clipFile(file("small", "ä\n"))).toEqual({ text: "ä\n", clipped: false });
  });

  it("shows head and tail of a big one and where it is", () => {
    const path = file("big", Array.from({ length: 1000 }, (_, i) => `line ${i}\n`).join(""));
    const { text } = clipFile(path, { maxBytes: 40 });
    expect(text).toBe(
      `line 0\nline 1\n[… 8,858 bytes left out …]\nline 998\nline 999\n[The full output, 8,890 bytes, is in a file. Continue with read {"path":"${path}","from":3}, or search in it.]`,
    );
  });

  it("says where to go on within a line that is cut", () => {
    const path = file("line", `ab\n${"ä".repeat(1000)}`);
    expect(clipFile(path, { maxBytes: 20 })).toMatchObject({ cut: { line: 2, skipBytes: 0 } });
    const { text, cut } = clipFile(file("one", "ä".repeat(1000)), { maxBytes: 21 });
    expect(cut).toEqual({ line: 1, skipBytes: 10 });
    expect(text).toContain('"from":1,"skip_bytes":10}');
  });

  it("does not name a file that goes away", () => {
    const path = file("gone", "x".repeat(100));
    expect(clipFile(path, { maxBytes: 10, stays: false }).text).not.toContain(path);
  });

  it("reads no more of three gigabytes than it shows", () => {
    const path = file("huge", "");
    truncateSync(path, 3 * 1024 ** 3);
    const before = bytesRead();
    const { text } = clipFile(path, { clean: stripTerminalCodes });
    expect(text.length).toBeLessThan(20_000);
    expect(bytesRead() - before).toBeLessThan(1_000_000);
  });

  it("cuts between characters, and shows bytes that are not UTF-8 as replacement characters", () => {
    const umlauts = clipFile(file("umlauts", "ä".repeat(1000)), { maxBytes: 10, stays: false }).text;
    expect(umlauts).toBe("ää\n[… 1,992 bytes left out …]\nää");
    expect(clipFile(file("broken", Buffer.from([0x61, 0xff, 0x62]))).text).toBe("a\ufffdb");
  });

  it("cleans what it shows", () => {
    expect(clipFile(file("colour", "\u001b[31mred\u001b[0m\u0007"), { clean: stripTerminalCodes }).text).toBe(
      "red\\x07",
    );
  });
});

describe("clipToFile", () => {
  it("keeps the whole beside the clipped, for the owner only", async () => {
    const text = "x\n".repeat(1000);
    const callFolder = join(folder, "call", "1");
    const output = await clipToFile(text, { folder: callFolder, maxLines: 10 });
    const path = join(callFolder, "whole.txt");
    expect(output.artifacts).toEqual([{ path, mediaType: "text/plain", bytes: 2000 }]);
    expect(output.content[0]).toMatchObject({ text: expect.stringContaining(path) as string });
    expect(readFileSync(path, "utf8")).toBe(text);
    expect([statSync(path).mode & 0o777, statSync(callFolder).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  it("clips without a folder, and says when the file could not be written", async () => {
    const text = "x\n".repeat(1000);
    expect((await clipToFile(text, { folder: undefined })).artifacts).toBeUndefined();
    for (const blocked of [join(file("not-a-folder", ""), "call"), "/proc/skein/call"]) {
      const output = await clipToFile(text, { folder: blocked });
      expect(output.content[0]).toMatchObject({
        text: expect.stringContaining("could not be saved") as string,
      });
    }
  });
});

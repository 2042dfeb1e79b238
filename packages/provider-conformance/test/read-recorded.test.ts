import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { countRecorded, readRecorded } from "@skein/provider-conformance/cases";
import { temporaryFolder } from "@skein/test-kit";

const turn = { status: 200, headers: { "x-a": "b" } };

/** A folder with one case in two turns, and one of another wire. */
async function recordings(path: string): Promise<void> {
  const cases = [
    {
      id: "one/call",
      api: "wire-a",
      turns: [
        { ...turn, response: "one/call.jsonl", wire: "lines" },
        { ...turn, response: "one/refused.json", wire: "json", status: 400 },
      ],
      expected: "one/call.expected.json",
    },
    {
      id: "two/text",
      api: "wire-b",
      turns: [{ ...turn, response: "one/call.jsonl", wire: "sse" }],
      expected: null,
    },
  ];
  await mkdir(join(path, "one"));
  await writeFile(join(path, "index.json"), JSON.stringify({ cases }));
  await writeFile(join(path, "one/call.jsonl"), '{"n":1}\n\n{"n":2}\n');
  await writeFile(join(path, "one/refused.json"), '{"error":"no"}');
  await writeFile(join(path, "one/call.expected.json"), JSON.stringify([{ text: "a" }, { text: "b" }]));
}

const form = { frame: (line: string) => `data: ${line}\n\n`, terminator: "data: [DONE]\n\n" };

describe("a folder of recordings", () => {
  it("gives each turn of the wires asked for, framed again where the framing was lost", async () => {
    await using folder = await temporaryFolder();
    await recordings(folder.path);
    const [first, second, ...others] = readRecorded(folder.path, { "wire-a": form });
    expect(first).toMatchObject({
      name: "one/call 1",
      status: 200,
      headers: { "x-a": "b" },
      expected: { text: "a" },
    });
    expect(first!.bytes.toString()).toBe('data: {"n":1}\n\ndata: {"n":2}\n\ndata: [DONE]\n\n');
    expect(second).toMatchObject({ name: "one/call 2", status: 400, expected: { text: "b" } });
    expect(second!.headers["content-type"]).toBe("application/json");
    expect(second!.bytes.toString()).toBe('{"error":"no"}');
    expect(others).toEqual([]);
  });

  it("puts no second terminator behind one that was recorded", async () => {
    await using folder = await temporaryFolder();
    await recordings(folder.path);
    await writeFile(join(folder.path, "one/call.jsonl"), '{"n":1}\n[DONE]\n');
    const [first] = readRecorded(folder.path, { "wire-a": form });
    expect(first!.bytes.toString()).toBe('data: {"n":1}\n\ndata: [DONE]\n\n');
  });

  it("counts what it holds, and is empty where there is none", async () => {
    await using folder = await temporaryFolder();
    expect([readRecorded(folder.path, { "wire-a": form }), countRecorded(folder.path).size]).toEqual([[], 0]);
    await recordings(folder.path);
    expect([...countRecorded(folder.path)]).toEqual([
      ["wire-a", 2],
      ["wire-b", 1],
    ]);
  });
});

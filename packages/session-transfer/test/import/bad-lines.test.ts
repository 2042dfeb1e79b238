import { describe, expect, it } from "vitest";
import { ConfigError } from "@skein/protocol";
import { conversation } from "@skein/sessions";
import { readForeignSession, type ForeignFormat } from "../../src/import/index.ts";
import { sampleBytes, samples, type SampleName } from "./samples.ts";

const names = ["claude.jsonl", "codex.jsonl", "pi.jsonl"] as const satisfies readonly SampleName[];

describe.each(names)("bad lines in %s", (name) => {
  const lines = sampleBytes(name).toString().trimEnd().split("\n");
  const read = (changed: readonly string[]) =>
    readForeignSession(samples[name], changed.join("\n"), { name });
  const whole = read(lines);

  it("are told with their numbers, and the rest is imported", () => {
    const broken = read([
      ...lines.slice(0, 4),
      "{half a li",
      ...lines.slice(4),
      "[1]",
      lines.at(-1)?.slice(0, 30) ?? "",
    ]);
    expect(broken.warnings).toEqual([
      { line: 5, message: "This is no JSON." },
      { line: lines.length + 2, message: "This is no JSON object." },
      { line: lines.length + 3, message: "This is no JSON." },
    ]);
    expect(broken.entries).toEqual(whole.entries);
  });

  it("do not cost what came before a lost one", () => {
    const result = lines.findIndex((line) => /tool_result|function_call_output|"toolResult"/.test(line));
    const lost = read(lines.with(result, "lost"));
    expect(lost.warnings).toEqual([{ line: result + 1, message: "This is no JSON." }]);
    const items = conversation(lost.entries).flatMap((turn) => turn.items);
    const before = conversation(whole.entries).flatMap((turn) => turn.items);
    expect(items.length).toBe(before.length);
    expect(items.find((item) => item.type === "call")?.result?.failure).toBe("unknown-outcome");
  });

  it("may end in any way", () => {
    expect(
      readForeignSession(samples[name], `\uFEFF${lines.join("\r\n")}\r\n\r\n`, { name }).entries,
    ).toEqual(whole.entries);
  });
});

describe("nothing to import", () => {
  const formats: readonly ForeignFormat[] = ["goose", "claude", "codex", "pi", "opencode"];

  it.each(formats)("is an error that names the file and says why: %s", (format) => {
    for (const text of ["", "not json at all", "{}", '{"a":1}\n{"b":2}']) {
      const read = () => readForeignSession(format, text, { name: "notes.jsonl" });
      expect(read).toThrow(ConfigError);
      expect(read).toThrow(/^notes\.jsonl holds no messages that can be imported\./);
    }
    const read = () => readForeignSession(format, "not json at all", { name: "notes.jsonl" });
    expect(read).toThrow(/This is no JSON/);
  });

  it("is said of an id that is none", () => {
    const text = sampleBytes("pi.jsonl").toString();
    expect(() => readForeignSession("pi", text, { name: "a", id: "../up" })).toThrow(
      /is not a valid session id/,
    );
    expect(readForeignSession("pi", text, { name: "a", id: "mine" }).entries[0]).toMatchObject({
      id: "mine",
    });
  });
});

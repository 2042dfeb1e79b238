import { anthropicServer, type AnthropicReply } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { configSchema } from "@skein/settings";
import { agentEvent, init, publishedSchemas, result, streamLine } from "@skein/session-transfer/schemas";
import { skeinHome } from "./skein.ts";

const text = (words: string): AnthropicReply => ({ parts: [{ type: "text", text: words }] });
const shell = (command: string): AnthropicReply => ({
  parts: [{ type: "tool-call", id: "t1", name: "shell", input: { command } }],
});
const stream = ["--output-format", "stream-json"];

const runs: readonly [string, AnthropicReply[], string[], string[]][] = [
  [
    "tools, thinking, text",
    [
      {
        parts: [
          { type: "thinking", text: "Hm." },
          { type: "text", text: "I look." },
          ...callOf("echo hi; exit 1"),
        ],
      },
      text("Done."),
    ],
    ["--mode", "auto"],
    [
      "run-start",
      "turn-start",
      "thinking-delta",
      "text-delta",
      "message",
      "tool-start",
      "tool-end",
      "turn-end",
      "outcome",
    ],
  ],
  ["a question without an answer", [shell("touch x")], [], ["input-delta", "outcome"]],
  [
    "a reply that breaks off and is made again",
    [{ ...text("Half of the answer"), cutAfterEvents: 4 }, text("Whole.")],
    [],
    ["retry-wait", "reply-restarted"],
  ],
  [
    "a call whose input is wrong",
    [{ parts: callsWrong() }, text("Sorry.")],
    ["--mode", "auto"],
    ["tool-end"],
  ],
  ["a budget that is too small", [shell("true")], ["--mode", "auto", "--max-tokens", "10"], ["outcome"]],
];

/** A reader that has seen an entry has seen all before it: of each session by itself. */
function requireSeqsForward(lines: readonly Record<string, unknown>[]): void {
  const last = new Map<unknown, number>();
  for (const { session, seq } of lines) {
    if (typeof seq !== "number") continue;
    expect(seq).toBeGreaterThanOrEqual(last.get(session) ?? 0);
    last.set(session, seq);
  }
}

function callOf(command: string) {
  return [{ type: "tool-call", id: "t1", name: "shell", input: { command } }] as const;
}

function callsWrong() {
  return [
    { type: "tool-call", id: "t1", name: "shell", input: { comand: 1 } },
    { type: "tool-call", id: "t2", name: "nothing", input: [] },
  ] as const;
}

describe("the published schemas", () => {
  it.each(runs)("fit every line of a run with %s", async (_, script, flags, types) => {
    await using server = await anthropicServer(script);
    await using skein = await skeinHome(server.url);
    const lines = (await skein.here(["run", "-t", "go", ...flags, ...stream])).lines();
    init.parse(lines[0]);
    for (const line of lines.slice(1, -1)) agentEvent.parse(line);
    result.parse(lines.at(-1));
    for (const line of lines) streamLine.parse(line);
    requireSeqsForward(lines);
    expect(lines.map(({ type }) => type)).toEqual(expect.arrayContaining(types));
  });

  it("fit the result of a run that could not start, and of one that failed", async () => {
    await using server = await anthropicServer([]);
    await using skein = await skeinHome(server.url);
    for (const args of [
      ["run", "-t", "x", "--mode", "yolo"],
      ["run", "-t", "x"],
    ]) {
      const { stdout } = await skein.here([...args, "--output-format", "json"]);
      expect(result.parse(JSON.parse(stdout)).error?.message).not.toBe("");
    }
  });

  it("are printed by info --schemas, and let later versions say more", async () => {
    await using skein = await skeinHome();
    const { exitCode, stdout } = await skein.here(["info", "--schemas"], { HOME: "" });
    expect(exitCode).toBe(0);
    const schemas = JSON.parse(stdout) as Record<string, unknown>;
    expect(schemas).toEqual(JSON.parse(JSON.stringify({ ...publishedSchemas(), config: configSchema() })));
    expect(Object.keys(schemas)).toEqual([
      "stream-json-line",
      "stream-json-init",
      "stream-json-event",
      "result",
      "config",
      "replay-script",
    ]);
    expect(JSON.stringify(schemas["stream-json-line"])).not.toContain('"additionalProperties":false');
  });
});

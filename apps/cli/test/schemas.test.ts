import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentEvent } from "@skein/protocol";
import { scriptedProvider } from "@skein/provider-replay";
import { resolveSettings } from "@skein/settings";
import { anthropicServer, temporaryFolder, type AnthropicReply } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { publishedSchemas, streamLine } from "../src/schemas/all.ts";
import { init, result } from "../src/schemas/outcomes.ts";
import { agentEvent } from "../src/schemas/events.ts";
import { replayScript } from "../src/schemas/replay-script.ts";
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
  ["a question that nobody answers", [shell("touch x")], [], ["input-delta", "outcome"]],
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

  it("have a place for whatever an agent may say", () => {
    // The compiler refuses this line when they have not.
    const isComplete: AgentEvent extends z.input<typeof agentEvent> ? true : never = true;
    expect(isComplete).toBe(true);
  });

  it("refuse lines that no version ever writes", () => {
    const head = { session: "s", path: [] };
    for (const line of [
      { type: "text-delta", part: 0, delta: "x" },
      { ...head, type: "text-delta", part: 0 },
      { ...head, type: "tool-end", callId: "c", tool: "t", content: "text", durationMs: 1 },
      { ...head, type: "never" },
      { type: "result", outcome: "fine" },
    ])
      expect(streamLine.safeParse(line).success).toBe(false);
  });

  it("are printed by info --schemas, and let later versions say more", async () => {
    await using skein = await skeinHome();
    const { exitCode, stdout } = await skein.here(["info", "--schemas"], { HOME: "" });
    expect(exitCode).toBe(0);
    const schemas = JSON.parse(stdout) as Record<string, unknown>;
    expect(schemas).toEqual(JSON.parse(JSON.stringify(publishedSchemas())));
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

  it("of config.yaml knows every name that the reader knows, and its examples are read", async () => {
    const { properties } = publishedSchemas()["config"] as {
      properties: Record<string, { default?: unknown }>;
    };
    await using folder = await temporaryFolder();
    const path = join(folder.path, "config.yaml");
    writeFileSync(
      path,
      JSON.stringify(Object.fromEntries(Object.keys(properties).map((name) => [name, null]))),
    );
    const file = { path, layer: "user", isRequired: true, isTrusted: true } as const;
    const { warnings } = await resolveSettings({ files: [file] });
    expect(warnings).toEqual([]);
  });
});

describe("the schema of a replay script", () => {
  const usage = { input: 1, output: 2 };
  const good: unknown[] = [
    { turns: [] },
    { turns: [{ text: "a", thinking: "b", calls: [{ name: "shell", input: { a: [1, null] } }], usage }] },
    { turns: [{ text: "a", stop: "length" }, { error: { code: "stalled" } }], deltaSize: 3, delayMs: 0 },
    { turns: [{ error: { code: "rate-limited", message: "m", retryable: true, retryAfterMs: 5 } }] },
    { turns: [{ calls: [{ id: "x", name: "read" }] }] },
  ];
  const bad: unknown[] = [
    [],
    {},
    { turns: {} },
    { turns: [1] },
    { turns: [{ txt: "a" }] },
    { turns: [{ text: 1 }] },
    { turns: [{ calls: [{ input: {} }] }] },
    { turns: [{ stop: "never" }] },
    { turns: [{ usage: { input: -1 } }] },
    { turns: [{ error: { code: "nothing" } }] },
    { turns: [{ error: "auth" }] },
    { turns: [], delayMs: -1 },
    { turns: [], speed: 1 },
  ];

  /** Whether the reader of scripts takes it; the model's own errors count as taken. */
  async function isTaken(script: unknown): Promise<boolean> {
    await using folder = await temporaryFolder();
    const path = join(folder.path, "script.json");
    writeFileSync(path, JSON.stringify(script));
    const request = { system: "", tools: [], messages: [], options: {} };
    try {
      for await (const _ of scriptedProvider().model(path).stream(request, AbortSignal.timeout(5_000)));
      return true;
    } catch (error) {
      return (error as { name: string }).name !== "ConfigError";
    }
  }

  it.each(good)("and the reader both take %j", async (script) => {
    expect(replayScript.safeParse(script).success).toBe(true);
    expect(await isTaken(script)).toBe(true);
  });

  it.each(bad.map((script) => [script]))("and the reader both refuse %j", async (script) => {
    expect(replayScript.safeParse(script).success).toBe(false);
    expect(await isTaken(script)).toBe(false);
  });
});

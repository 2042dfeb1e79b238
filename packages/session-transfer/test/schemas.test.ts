import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentEvent } from "@skein/protocol";
import { scriptedProvider } from "@skein/provider-replay";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { type agentEvent, replayScript, streamLine } from "../src/schemas/index.ts";

describe("the published schemas", () => {
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

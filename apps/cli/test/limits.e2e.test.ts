import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AssistantPart } from "@skein/protocol";
import { anthropicServer, type AnthropicReply } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome } from "./skein.ts";

interface Limited {
  readonly name: string;
  readonly args?: readonly string[];
  /** After the first reply, which writes `a.txt`; the last one is made again and again. */
  readonly replies: readonly AnthropicReply[];
  readonly outcome: "limit" | "budget";
  readonly code: string;
  readonly text: string;
  readonly turns: number;
}

const text = (words: string): AssistantPart => ({ type: "text", text: words });
const write: AssistantPart = {
  type: "tool-call",
  id: "w",
  name: "write",
  input: { path: "a.txt", content: "new\n" },
};
const begins: AnthropicReply = { parts: [text("I begin."), write] };

/** A dollar for 20,000 tokens of input, one for 5,000 of output. */
const config = `models:
  claude-sonnet-5-5:
    outputTokens: 4000
    price: { input: 50, output: 200, cacheRead: 5 }
`;

const limits: readonly Limited[] = [
  {
    name: "--max-turns",
    args: ["--max-turns", "2"],
    replies: [{ parts: [text("Step two."), shell("t1", "echo two")] }],
    outcome: "limit",
    code: "max-turns",
    text: "Step two.",
    turns: 2,
  },
  {
    name: "--max-time while a command runs",
    args: ["--max-time", "20s"],
    replies: [{ parts: [text("Step two."), shell("t1", "sleep 300")] }],
    outcome: "limit",
    code: "max-time",
    text: "Step two.",
    turns: 2,
  },
  {
    name: "--max-time within a reply",
    args: ["--max-time", "20s"],
    replies: [{ ...say("So far so good. ".repeat(400)), stallAfterBytes: 6_000 }],
    outcome: "limit",
    code: "max-time",
    text: "So far so good. So far",
    turns: 1,
  },
  {
    name: "--max-tool-repetitions",
    args: ["--max-tool-repetitions", "3"],
    replies: [{ parts: [text("Once more."), shell("t1", "echo same")] }],
    outcome: "limit",
    code: "max-repetitions",
    text: "Once more.",
    turns: 5,
  },
  {
    name: "a cycle of replies",
    args: ["--max-tool-repetitions", "2"],
    replies: Array.from({ length: 12 }, (_, at) => ({
      parts: [text("Round and round."), shell(`t${at}`, `echo ${at % 2}`)],
    })),
    outcome: "limit",
    code: "max-repetitions",
    text: "Round and round.",
    turns: 6,
  },
  {
    name: "--max-cost",
    args: ["--max-cost", "2"],
    replies: [{ parts: [text("Step two."), shell("t1", "echo two")], usage: { output_tokens: 8_000 } }],
    outcome: "budget",
    code: "budget",
    text: "Step two.",
    turns: 2,
  },
  {
    name: "--max-tokens",
    args: ["--max-tokens", "30000"],
    replies: [{ parts: [text("Step two."), shell("t1", "echo two")], usage: { output_tokens: 25_000 } }],
    outcome: "budget",
    code: "budget",
    text: "Step two.",
    turns: 2,
  },
  {
    name: "--max-cost within a reply",
    args: ["--max-cost", "2"],
    replies: [{ ...say("more and more ".repeat(20_000)), chunkBytes: 4_000, delayMs: 1 }],
    outcome: "budget",
    code: "budget",
    text: "more and more ",
    turns: 1,
  },
  {
    name: "the length of a reply",
    replies: [{ ...say("It is half"), stop: "max_tokens" }],
    outcome: "limit",
    code: "output-length",
    text: "It is half",
    turns: 2,
  },
];

describe.concurrent("a run that is ended by", () => {
  it.each(limits)("$name says what was achieved, and goes on", async (limited) => {
    const { args = [], replies, outcome, code, turns } = limited;
    let isResumed = false;
    await using server = await anthropicServer((_, count) =>
      isResumed ? say("Went on.") : count === 0 ? begins : (replies[count - 1] ?? replies.at(-1)!),
    );
    await using skein = await skeinHome(server.url);
    const cwd = join(skein.home, "app");
    mkdirSync(cwd);
    mkdirSync(join(skein.home, ".config", "skein"), { recursive: true });
    writeFileSync(join(skein.home, ".config", "skein", "config.yaml"), config);
    const run = ["run", "-t", "go", "--mode", "auto", "--session-id", "s", "--output-format", "json"];
    // The time limit counts from the start of a process.
    const way = args.includes("--max-time") ? "run" : "here";
    const ended = await skein[way]([...run, ...args], {}, { cwd });
    const wayOn = 'What was done: skein session show s\nTo continue: skein resume s -t "go on"';
    const exitCode = outcome === "limit" ? 4 : 5;
    const result = JSON.parse(ended.stdout) as { usage: { input: number; output: number } };
    expect(result).toMatchObject({
      outcome,
      exitCode,
      error: { code, message: expect.stringMatching(/./), hint: expect.stringContaining(wayOn) },
      text: expect.stringContaining(limited.text),
      turns,
      changedFiles: [{ path: join(cwd, "a.txt"), change: "created" }],
    });
    expect(ended.exitCode).toBe(exitCode);
    expect(result.usage.input).toBeGreaterThan(0);
    expect(result.usage.output).toBeGreaterThan(0);
    isResumed = true;
    const resumed = await skein.here(["resume", "s", "-t", "go on", "-q"], {}, { cwd });
    expect(resumed).toMatchObject({ exitCode: 0, stdout: "Went on.\n" });
  });

  it("max-turns, as text: leaves standard output empty, and standard error says how to go on", async () => {
    await using server = await anthropicServer(() => begins);
    await using skein = await skeinHome(server.url);
    const run = ["run", "-t", "go", "--mode", "auto", "--max-turns", "1", "--session-id", "s"];
    const ended = await skein.here(run);
    expect(ended).toMatchObject({ exitCode: 4, stdout: "" });
    expect(ended.stderr).toMatch(/skein: The limit of 1 turn was reached[^]*skein resume s -t "go on"/);
    const unkept = await skein.here([
      "run",
      "-t",
      "go",
      "--mode",
      "auto",
      "--max-turns",
      "1",
      "--no-session",
    ]);
    expect(unkept.exitCode).toBe(4);
    expect(unkept.stderr).not.toContain("skein resume");
  });

  it("a tool's own time limit does not end: the model reads it and goes on", async () => {
    const sleeps: AssistantPart = {
      type: "tool-call",
      id: "t1",
      name: "shell",
      input: { command: "echo begun; sleep 300", timeout_ms: 500 },
    };
    await using server = await anthropicServer([{ parts: [sleeps] }, say("I try otherwise.")]);
    await using skein = await skeinHome(server.url);
    const run = ["run", "-t", "go", "--mode", "auto", "--output-format", "json"];
    const ended = await skein.here(run);
    expect(JSON.parse(ended.stdout)).toMatchObject({ outcome: "done", turns: 2, text: "I try otherwise." });
    const read = server.requests[1]!.bytes.toString();
    expect(read).toContain("begun");
    expect(read).toMatch(/timed out|time limit|0\.5 s/i);
  });
});

import { PassThrough } from "node:stream";
import type { AgentEvent, AgentEventBody } from "@skein/protocol";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLiveReply } from "../src/screen/live-reply.ts";
import { textWriter } from "../src/run/text-writer.ts";
import { spinner } from "../src/chat/spinner.ts";
import { player } from "./play-events.ts";
import type { Paint } from "@skein/terminal";
import { columnsOf } from "@skein/terminal/width";

const plain: Paint = (_, text) => text;
const usage = { input: 100, output: 20 };

/** Events of the run itself, or of the subagent that a call has started. */
const by =
  (...path: readonly string[]) =>
  (event: AgentEventBody): AgentEvent => ({ session: ["root", ...path].join("/"), path, ...event });
const root = by();

const starts = (callId: string, input: object): AgentEventBody => ({
  type: "tool-start",
  callId,
  tool: "subagent",
  extension: "subagents",
  effect: "reads",
  input: input as never,
});
const shell = (callId: string, command: string): AgentEventBody => ({
  type: "tool-start",
  callId,
  tool: "shell",
  extension: "developer",
  effect: "runs",
  input: { command },
});
const result = (callId: string, tool: string, text: string, failure?: "failed"): AgentEventBody => ({
  type: "tool-end",
  callId,
  tool,
  content: [{ type: "text", text }],
  durationMs: 1,
  ...(failure ? { failure } : {}),
});
const text = (delta: string): AgentEventBody => ({ type: "text-delta", part: 0, delta });
const turn: AgentEventBody = { type: "turn-end", turn: 1, stop: "answered", usage };
const ends: AgentEventBody = {
  type: "outcome",
  outcome: "done",
  turns: 1,
  usage: { input: 150, output: 50 },
  costUsd: 0.0125,
  durationMs: 2_500,
};

describe("a run with subagents in plain lines", () => {
  function written(isLive: boolean, events: readonly AgentEvent[]) {
    const [stdout, stderr, both] = [new PassThrough(), new PassThrough(), [] as string[]];
    const lines = { stdout: "", stderr: "" };
    for (const [name, stream] of [["stdout", stdout] as const, ["stderr", stderr] as const]) {
      stream.write = ((chunk: string) => {
        lines[name] += chunk;
        both.push(chunk);
        return true;
      }) as never;
    }
    const streams = { stdout, stderr } as unknown as Record<"stdout" | "stderr", NodeJS.WriteStream>;
    const writer = textWriter({ ...streams, quiet: false, live: isLive, withNextStep: (error) => error });
    for (const event of events) writer.event(event);
    writer.result(
      {
        session: "root",
        outcome: "done",
        text: "All is well.",
        turns: 1,
        toolCalls: 1,
        usage,
        durationMs: 1,
      },
      0,
    );
    return { ...lines, both: both.join("") };
  }

  it("shows their calls, failures and ends with a label, and not a word of what they say", () => {
    const one = by("c1");
    const events = [
      root(starts("c1", { agent: "reviewer", instructions: "Look at it.\nAll of it." })),
      one(text("I look.")),
      one(shell("x", "git diff")),
      one(result("x", "shell", "no such\nthing", "failed")),
      one({ type: "notice", level: "info", text: "minor" }),
      one({ type: "retry-wait", ms: 1000, reason: "busy", attempt: 1 }),
      one(turn),
      one(ends),
      root(result("c1", "subagent", "Fine.")),
    ];
    const { stdout, stderr } = written(false, events);
    expect(stdout).toBe("All is well.\n");
    expect(stderr.split("\n").slice(0, 6)).toEqual([
      "● subagent reviewer: Look at it.",
      "  reviewer: ● shell git diff",
      "  reviewer: ✗ shell: no such",
      "  reviewer: Waiting 1.0 s, then again: busy",
      "  reviewer: done · 1 turn · 1 tool call · 200 tokens · $0.0125 · 2.5 s",
      "  Fine.",
    ]);
  });

  it("mixes no lines up, however the events of several come", () => {
    const say = fc.constantFrom("a", "b ", "c\n").map(text);
    const call = fc.nat(9).map((at) => shell(`x${at}`, `echo ${at}\nrm x`));
    const speaker = fc.constantFrom<readonly string[]>([], ["c1"], ["c2"], ["c2", "c3"]);
    const event = fc.tuple(speaker, fc.oneof(say, call)).map(([path, body]) => by(...path)(body));
    checkProperty(
      fc.property(fc.array(event, { maxLength: 40 }), (some) => {
        const begin = [
          root(starts("c1", { agent: "one", instructions: "x" })),
          root(starts("c2", { agent: "two", instructions: "x" })),
          by("c2")(starts("c3", { agent: "three", instructions: "x" })),
        ];
        const { both, stdout } = written(true, [...begin, ...some]);
        const own = some.flatMap((one) =>
          one.type === "text-delta" && one.path.length === 0 ? one.delta : [],
        );
        expect(stdout.replaceAll("\n", "")).toBe(own.join("").replaceAll("\n", ""));
        const shown = some.filter((one) => one.type === "tool-start" && one.path.length > 0).length;
        const labelled = both
          .split("\n")
          .filter((line) => /^ +(?:one|two|three): ● shell echo \d … /.test(line));
        expect(labelled).toHaveLength(shown);
      }),
    );
  });

  it("holds their lines back while a line of the answer grows", () => {
    const events = [
      root(starts("c1", { agent: "a", instructions: "x", background: true })),
      root(text("The answer ")),
      by("c1")(shell("x", "ls")),
      root(text("grows.\nMore")),
      by("c1")(shell("y", "pwd")),
      root(turn),
      by("c1")(ends),
    ];
    expect(written(true, events).both.split("\n").slice(1, 6)).toEqual([
      "The answer grows.",
      "More",
      "  a: ● shell ls",
      "  a: ● shell pwd",
      "  a: done · 0 turns · 2 tool calls · 200 tokens · $0.0125 · 2.5 s",
    ]);
  });
});

describe("a run with subagents on the screen", () => {
  function live(width = 70) {
    const printed: string[] = [];
    const clipped: (readonly string[])[] = [];
    const reply = createLiveReply(
      {
        paint: plain,
        spinner,
        width: () => width,
        block: (lines) => void printed.push(...lines),
        more: (lines) => void printed.push(...lines),
        changed: () => undefined,
        clipped: (whole) => void clipped.push(whole),
      },
      { look: () => ({ width, paint: plain }), onFile: () => undefined, isShown: () => false },
    );
    return { reply, printed, clipped, play: player(reply) };
  }

  it("has a status line for each below its call, and one line when it has ended", () => {
    const { reply, printed, clipped, play } = live();
    for (const event of [
      root(starts("c1", { agent: "one", instructions: "first" })),
      root(starts("c2", { agent: "two", instructions: "second", background: true })),
      by("c1")(turn),
      by("c1")(shell("x", "make test")),
      root(result("c2", "subagent", "It has started.")),
      by("c2")({ type: "turn-start", turn: 1 }),
      by("c2")(text("Words of its own.")),
    ])
      play(event);
    const lines = reply.render(Date.now(), 20).map((line) => line.replaceAll(/[⠀-⣿]/g, "*"));
    expect(lines).toEqual([
      "",
      `* subagent one: first${" ".repeat(46)}0 s`,
      "  * one · 0 s · 1 turn · 120 tokens · $ make test",
      "  * two (background) · 0 s · 0 turns · 0 tokens · thinks",
    ]);
    printed.length = 0;
    play(by("c1")(result("x", "shell", "3 passed")));
    play(by("c1")(ends));
    expect(printed).toEqual([
      "✓ one: done · 1 turn · 1 tool call · 200 tokens · $0.0125 · 2.5 s",
      "  … what it did: Ctrl+O",
    ]);
    expect(clipped.at(-1)?.slice(1)).toEqual(["  ● $ make test", "    3 passed"]);
    reply.end();
    expect(reply.render(Date.now(), 20)).toEqual([]);
  });

  it("fits the width, whatever they are called and do", () => {
    const words = fc.string({ unit: "binary", maxLength: 80 });
    checkProperty(
      fc.property(words, words, fc.integer({ min: 30, max: 100 }), (name, command, width) => {
        const { reply, printed, play } = live(width);
        play(root(starts("c1", { agent: name, instructions: command })));
        play(by("c1")(starts("c2", { instructions: command })));
        play(by("c1", "c2")(shell("x", command)));
        const shown = reply.render(Date.now(), 20);
        play(by("c1", "c2")({ ...ends, outcome: "limit", error: { code: "x", message: command } } as never));
        for (const line of [...shown, ...printed]) {
          // What was cut ends in a reset of its own.
          const said = line.replaceAll("\u001b[0m", "");
          // oxlint-disable-next-line no-control-regex
          expect(said).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
          expect(columnsOf(line)).toBeLessThanOrEqual(width);
        }
      }),
      { numRuns: 50 },
    );
  });
});

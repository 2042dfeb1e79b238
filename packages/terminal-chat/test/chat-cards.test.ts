import type { AgentEventBody } from "@skein/protocol";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callCard } from "../src/calls/call-card.ts";
import { createLiveReply, type LiveReply } from "../src/screen/live-reply.ts";
import { spinner } from "../src/chat/spinner.ts";
import { player } from "./play-events.ts";
import type { Paint } from "@skein/terminal";
import { columnsOf } from "@skein/terminal/width";

const plain: Paint = (_, text) => text;
const text = (value: string) => [{ type: "text" as const, text: value }];

describe("a call that ended", () => {
  it("is a command with what came of it at the end of its line", () => {
    const call = { tool: "shell", input: { command: "ls" }, content: text("a\nb"), failure: undefined };
    expect(callCard({ ...call, durationMs: 1_240 }, { width: 40, paint: plain })).toEqual({
      lines: [`  $ ls${" ".repeat(29)}1.2 s`.padEnd(40), "    a", "    b"].map((line) => line.trimEnd()),
      whole: undefined,
    });
    const failed = callCard(
      { ...call, content: text("no\n[exit code 2]"), durationMs: 0 },
      { width: 40, paint: plain },
    );
    expect(failed.lines).toEqual([`  $ ls${" ".repeat(28)}exit 2`, "    no"]);
    expect(
      callCard({ ...call, content: text(""), durationMs: 0 }, { width: 40, paint: plain }).lines,
    ).toEqual(["  $ ls", "    (no output)"]);
  });

  it("is clipped when it is long, and kept whole for whoever asks", () => {
    const lines = Array.from({ length: 30 }, (_, n) => `line ${n}`);
    const call = { tool: "look", input: { path: "a" }, content: text(lines.join("\n")), durationMs: 0 };
    const card = callCard({ ...call, failure: "timed-out" }, { width: 40, paint: plain });
    const head = `  look a${" ".repeat(23)}timed out`;
    expect(card.lines).toEqual([
      head,
      ...lines.slice(0, 7).map((line) => `    ${line}`),
      "    … 23 more lines · Ctrl+O",
    ]);
    expect(card.whole).toEqual([head, ...lines.map((line) => `    ${line}`)]);
  });

  it("is one line where a built-in tool only looked, and whole for whoever asks", () => {
    const call = { tool: "read", input: { path: "a" }, content: text("one\ntwo"), durationMs: 0 };
    const { lines, whole } = callCard({ ...call, failure: undefined }, { width: 40, paint: plain });
    expect(lines).toEqual([`  read a${" ".repeat(16)}2 lines · Ctrl+O`]);
    expect(whole).toEqual([...lines, "    one", "    two"]);
  });

  it("is a change with its numbers and how many lines it adds and removes", () => {
    const input = { path: "a.js", old_text: "x", new_text: "y" };
    const said = "Edited /p/a.js in 2 places:\n@@ line 4 @@\n a\n b\n-x\n+y\n+z\n c\n@@ line 20 @@\n-x\n+y";
    const call = { tool: "edit", input, content: text(said), failure: undefined, durationMs: 0 };
    expect(
      callCard(call, { width: 40, paint: plain }).lines.concat(
        callCard(call, { width: 40, paint: plain }).whole ?? [],
      ),
    ).toContain("        3  b");
    const { whole } = callCard(call, { width: 40, paint: plain });
    expect(whole).toEqual([
      `  edit a.js${" ".repeat(24)}+3 −2`,
      "        2  a",
      "        3  b",
      "        4 -x",
      "        4 +y",
      "        5 +z",
      "        6  c",
      "         ⋮",
      "       20 -x",
      "       21 +y",
    ]);
    expect(callCard({ ...call, isChangeShown: true }, { width: 40, paint: plain }).lines).toEqual([
      whole?.[0],
    ]);
  });

  it("is a new file with its lines", () => {
    const input = { path: "a", content: "one\ntwo\n" };
    const call = { tool: "write", input, content: text("Wrote /p/a: 2 lines, 8 bytes (a new file).") };
    expect(
      callCard({ ...call, failure: undefined, durationMs: 0 }, { width: 30, paint: plain }).lines,
    ).toEqual([`  write a${" ".repeat(19)}+2`, "        1 +one", "        2 +two"]);
  });

  it("fits the width, whatever it is", () => {
    const words = fc.string({ unit: "binary", maxLength: 300 });
    const call = fc.record({
      tool: fc.string({ maxLength: 20 }),
      input: fc.oneof(
        fc.record({ command: words }),
        fc.record({ path: words, content: words }),
        fc.constant(undefined),
      ),
      content: words.map(text),
      failure: fc.constantFrom(undefined, "failed" as const),
      durationMs: fc.nat(100_000),
    });
    checkProperty(
      fc.property(call, fc.integer({ min: 20, max: 120 }), (ended, width) => {
        const { lines, whole = [] } = callCard(ended, { width: width, paint: plain });
        for (const line of [...lines, ...whole]) {
          expect(columnsOf(line)).toBeLessThanOrEqual(width);
          // oxlint-disable-next-line no-control-regex
          expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
        }
      }),
    );
  });
});

describe("a reply as it streams", () => {
  function live(): {
    reply: LiveReply;
    printed: string[];
    clipped: (readonly string[])[];
    play: (...events: AgentEventBody[]) => void;
  } {
    const printed: string[] = [];
    const clipped: (readonly string[])[] = [];
    const reply = createLiveReply(
      {
        paint: plain,
        spinner,
        width: () => 60,
        block: (lines) => void printed.push("", ...lines),
        more: (lines) => void printed.push(...lines),
        changed: () => undefined,
        clipped: (whole) => void clipped.push(whole),
      },
      { look: () => ({ width: 60, paint: plain }), onFile: () => undefined, isShown: () => false },
    );
    const feed = player(reply);
    const play = (...events: AgentEventBody[]) => {
      for (const event of events) feed({ session: "s", path: [], ...event });
    };
    return { reply, printed, clipped, play };
  }

  it("draws what is open and prints what is done, thoughts first", () => {
    const { reply, printed, play } = live();
    play({ type: "thinking-delta", part: 0, delta: "Hm." });
    expect(reply.render(0, 20)).toEqual(["", "  Hm."]);
    play({ type: "text-delta", part: 1, delta: "# Head\n\nopen te" });
    expect(reply.render(0, 20)).toEqual(["", "  open te"]);
    expect(printed).toEqual(["", "  Hm.", "", "● # Head"]);
    play(
      { type: "text-delta", part: 1, delta: "xt" },
      { type: "turn-end", turn: 1, stop: "answered", usage: {} },
    );
    expect(printed.slice(4)).toEqual(["", "  open text"]);
    expect(reply.render(0, 20)).toEqual([]);
  });

  it("folds a long thought to one line, kept whole for whoever asks", () => {
    const { reply, printed, clipped, play } = live();
    play({ type: "thinking-delta", part: 0, delta: "one\ntwo\nthree\nfour" });
    expect(reply.render(0, 20)).toEqual(["", "  two", "  three", "  four"]);
    play({ type: "text-delta", part: 1, delta: "So." });
    expect(printed).toEqual(["", "  thought for 0 s · Ctrl+O"]);
    expect(clipped).toEqual([["  one", "  two", "  three", "  four"]]);
  });

  it("drops what was open when the reply is made again", () => {
    const { reply, printed, play } = live();
    play(
      { type: "text-delta", part: 0, delta: "Half of" },
      { type: "reply-restarted", attempt: 1, reason: "cut" },
      { type: "text-delta", part: 0, delta: "Whole." },
    );
    reply.end();
    expect(printed).toEqual(["", "The reply broke off and is made again: cut", "", "● Whole."]);
  });

  it("shows the tail of what a command has written, and never more rows than there are", () => {
    const { reply, play } = live();
    play({
      type: "tool-start",
      callId: "1",
      tool: "shell",
      extension: "developer",
      effect: "runs",
      input: { command: "make" },
    });
    play({ type: "tool-progress", callId: "1", text: "1\n2\n3\n4\n5\n6\n" });
    const lines = reply.render(Date.now(), 20);
    expect(lines[1]).toContain("$ make");
    expect(lines.slice(2)).toEqual(["    3", "    4", "    5", "    6"]);
    expect(reply.render(Date.now(), 2)).toEqual(["    5", "    6"]);
    expect(reply.render(Date.now(), 0)).toEqual([]);
  });
});

import type { AgentEventBody } from "@skein/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callCard } from "../src/calls/call-card.ts";
import { createLiveReply, type LiveReply } from "../src/screen/live-reply.ts";
import { player } from "./play-events.ts";
import type { Paint } from "@skein/terminal";
import { columnsOf } from "@skein/terminal/width";

const plain: Paint = (_, text) => text;
const text = (value: string) => [{ type: "text" as const, text: value }];

describe("a call that ended", () => {
  it("is shown whole when it is short", () => {
    const call = { tool: "shell", input: { command: "ls" }, content: text("a\nb"), failure: undefined };
    expect(callCard({ ...call, durationMs: 1_240 }, 40, plain)).toEqual({
      lines: ["✓ shell ls 1.2 s", "  a", "  b"],
      whole: undefined,
    });
  });

  it("is clipped when it is long, and kept whole for whoever asks", () => {
    const lines = Array.from({ length: 30 }, (_, n) => `line ${n}`);
    const call = { tool: "shell", input: { command: "ls" }, content: text(lines.join("\n")), durationMs: 0 };
    const card = callCard({ ...call, failure: "failed" }, 40, plain);
    expect(card.lines).toEqual([
      "✗ shell ls",
      ...lines.slice(0, 7).map((line) => `  ${line}`),
      "  … 23 more lines: Ctrl+O",
    ]);
    expect(card.whole).toEqual(["✗ shell ls", ...lines.map((line) => `  ${line}`)]);
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
    fc.assert(
      fc.property(call, fc.integer({ min: 20, max: 120 }), (ended, width) => {
        const { lines, whole = [] } = callCard(ended, width, plain);
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
  function live(): { reply: LiveReply; printed: string[]; play: (...events: AgentEventBody[]) => void } {
    const printed: string[] = [];
    const reply = createLiveReply(
      {
        paint: plain,
        width: () => 60,
        block: (lines) => void printed.push("", ...lines),
        more: (lines) => void printed.push(...lines),
        changed: () => undefined,
        clipped: () => undefined,
      },
      () => undefined,
    );
    const feed = player(reply);
    const play = (...events: AgentEventBody[]) => {
      for (const event of events) feed({ session: "s", path: [], ...event });
    };
    return { reply, printed, play };
  }

  it("draws what is open and prints what is done, thoughts first", () => {
    const { reply, printed, play } = live();
    play({ type: "thinking-delta", part: 0, delta: "Hm." });
    expect(reply.render(0, 20)).toEqual(["", "  Hm."]);
    play({ type: "text-delta", part: 1, delta: "# Head\n\nopen te" });
    expect(reply.render(0, 20)).toEqual(["", "open te"]);
    expect(printed).toEqual(["", "  Hm.", "", "# Head"]);
    play(
      { type: "text-delta", part: 1, delta: "xt" },
      { type: "turn-end", turn: 1, stop: "answered", usage: {} },
    );
    expect(printed.slice(4)).toEqual(["", "open text"]);
    expect(reply.render(0, 20)).toEqual([]);
  });

  it("drops what was open when the reply is made again", () => {
    const { reply, printed, play } = live();
    play(
      { type: "text-delta", part: 0, delta: "Half of" },
      { type: "reply-restarted", attempt: 1, reason: "cut" },
      { type: "text-delta", part: 0, delta: "Whole." },
    );
    reply.end();
    expect(printed).toEqual(["", "The reply broke off and is made again: cut", "", "Whole."]);
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
    expect(lines[1]).toContain("shell make");
    expect(lines.slice(2)).toEqual(["  3", "  4", "  5", "  6"]);
    expect(reply.render(Date.now(), 2)).toEqual(["  5", "  6"]);
    expect(reply.render(Date.now(), 0)).toEqual([]);
  });
});

import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AttemptEvent, ModelEvent } from "@skein/protocol";
import { attemptLawBreaks, streamLawBreaks } from "../src/index.ts";
import { lawfulStream } from "./lawful-streams.ts";

const start: ModelEvent = { type: "message-start", modelId: "m" };
const end: ModelEvent = { type: "message-end", stop: "answered", rawStop: "end", usage: {} };
const text: readonly ModelEvent[] = [
  { type: "part-start", part: 0, kind: "text" },
  { type: "text-delta", part: 0, delta: "ab" },
  { type: "part-end", part: 0, content: { type: "text", text: "ab" } },
];
const wait: AttemptEvent = { type: "retry-wait", ms: 10, reason: "r", attempt: 1 };
const restarted: AttemptEvent = { type: "reply-restarted", attempt: 2, reason: "r" };
const switched: AttemptEvent = { type: "model-switched", provider: "p", model: "n", reason: "r" };

describe("the law of a stream", () => {
  it("is kept by every lawful stream, and by every beginning of one that was cut", () => {
    checkProperty(
      fc.property(lawfulStream, fc.nat(), (events, at) => {
        expect(streamLawBreaks(events)).toEqual([]);
        expect(streamLawBreaks(events.slice(0, at % (events.length + 1)), { cut: true })).toEqual([]);
      }),
    );
  });

  it("is broken by leaving out any event that is not an empty delta", () => {
    checkProperty(
      fc.property(lawfulStream, fc.nat(), (events, pick) => {
        const at = pick % events.length;
        const left = events[at]!;
        const call =
          "part" in left &&
          events.filter((event) => "part" in event && event.part === left.part).length === 3;
        // A call's only delta may be missing; so may an empty one, and the last empty part leaves no hole.
        fc.pre(!("delta" in left) || (left.delta !== "" && !(call && left.type === "input-delta")));
        expect(streamLawBreaks(events.toSpliced(at, 1))).not.toEqual([]);
      }),
    );
  });

  it("is broken by saying any event twice, except for empty deltas", () => {
    checkProperty(
      fc.property(lawfulStream, fc.nat(), (events, pick) => {
        const at = pick % events.length;
        const twice = events[at]!;
        fc.pre(!("delta" in twice) || twice.delta.trim() !== "");
        expect(streamLawBreaks(events.toSpliced(at, 0, twice))).not.toEqual([]);
      }),
    );
  });

  it("is broken by swapping an event with its part's first, or anything with the ends", () => {
    checkProperty(
      fc.property(lawfulStream, fc.nat(), (events, pick) => {
        fc.pre(events.length > 2);
        const at = 1 + (pick % (events.length - 2));
        const [first, middle, last] = [events[0]!, events[at]!, events.at(-1)!];
        expect(streamLawBreaks(events.with(0, middle).with(at, first))).not.toEqual([]);
        expect(streamLawBreaks(events.with(events.length - 1, middle).with(at, last))).not.toEqual([]);
      }),
    );
  });

  it.each<[string, ModelEvent[], string]>([
    ["no start", [...text, end], "Event 0 (part-start) comes before message-start."],
    ["no end", [start, ...text], "The stream has no message-end."],
    ["nothing at all", [], "The stream has no message-start."],
    ["an open part", [start, text[0]!, end], "Event 2 (message-end) leaves part 0 open."],
    ["something after the end", [start, end, end], "Event 2 (message-end) comes after message-end."],
    [
      "a gap in the numbers",
      [start, { type: "part-start", part: 1, kind: "text" }],
      "Event 1 (part-start) starts part 1 where part 0 is due.",
    ],
    [
      "a delta of another kind",
      [start, text[0]!, { type: "input-delta", part: 0, delta: "x" }],
      "Event 2 (input-delta) adds to a text part.",
    ],
    [
      "a part that is not what its deltas said",
      [start, text[0]!, text[1]!, { type: "part-end", part: 0, content: { type: "text", text: "abc" } }],
      "Event 3 (part-end) gives another text than the deltas.",
    ],
    [
      "a part of another kind at its end",
      [start, text[0]!, { type: "part-end", part: 0, content: { type: "thinking", text: "" } }],
      "Event 2 (part-end) ends a text part with thinking.",
    ],
    [
      "a call under another name",
      [
        start,
        { type: "part-start", part: 0, kind: "tool-call", name: "a" },
        { type: "part-end", part: 0, content: { type: "tool-call", id: "1", name: "b", input: {} } },
      ],
      "Event 2 (part-end) names the call b, it had started as a.",
    ],
    [
      "a call whose input is not what its deltas said",
      [
        start,
        { type: "part-start", part: 0, kind: "tool-call" },
        { type: "input-delta", part: 0, delta: '{"a":1}' },
        { type: "part-end", part: 0, content: { type: "tool-call", id: "1", name: "b", input: { a: 2 } } },
      ],
      "Event 3 (part-end) gives another input than the deltas.",
    ],
  ])("%s is named", (_, events, what) => {
    expect(streamLawBreaks(events)).toContain(what);
  });
});

describe("the law of attempts", () => {
  it("holds for every attempt that follows another", () => {
    checkProperty(
      fc.property(lawfulStream, lawfulStream, fc.nat(), (first, second, pick) => {
        const cut = first.slice(0, 1 + (pick % (first.length - 1)));
        expect(attemptLawBreaks([wait, wait, ...cut, wait, restarted, ...second])).toEqual([]);
        expect(attemptLawBreaks([wait, switched, ...second])).toEqual([]);
        expect(attemptLawBreaks([...cut, wait, restarted, switched, ...second])).toEqual([]);
        expect(attemptLawBreaks([...cut, wait, restarted, wait], { cut: true })).toEqual([]);
      }),
    );
  });

  it.each<[string, AttemptEvent[], string]>([
    [
      "going on after a wait",
      [start, wait, end],
      "Event 2 (message-end) continues a reply that was abandoned.",
    ],
    [
      "a restart of nothing",
      [wait, restarted, start, end],
      "Event 1 (reply-restarted) comes where no reply had begun.",
    ],
    ["a wait after the end", [start, end, wait], "Event 2 (retry-wait) comes after message-end."],
    [
      "a restart after the end",
      [start, end, restarted, start, end],
      "Event 2 (reply-restarted) comes after message-end.",
    ],
    ["a switch inside a reply", [start, switched, end], "Event 1 (model-switched) comes inside a reply."],
    [
      "a start without a restart",
      [start, wait, start, end],
      "Event 2 (message-start) continues a reply that was abandoned.",
    ],
    ["attempt 0", [{ ...wait, attempt: 0 }, start, end], "Event 0 (retry-wait) names attempt 0."],
    ["a wait of less than nothing", [{ ...wait, ms: -1 }, start, end], "Event 0 (retry-wait) waits -1 ms."],
    ["no end after a restart", [start, wait, restarted], "The stream has no message-start."],
  ])("%s is named", (_, events, what) => {
    expect(attemptLawBreaks(events)).toContain(what);
  });
});

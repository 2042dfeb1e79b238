import type { Entry, Question } from "@skein/protocol";
import type { ListedSession } from "@skein/sessions";
import { describe, expect, it } from "vitest";
import {
  askingSubagents,
  describeNothingOpen,
  hasAllAnswers,
  sessionToResume,
  withoutSubagents,
} from "../src/sessions.ts";
import { subagentsOf } from "../src/sessions/subagents-of.ts";

const line = (session: string, parent?: string): ListedSession => {
  const child = parent === undefined ? undefined : { session: parent, callId: "c1" };
  return { session, summary: { child } } as unknown as ListedSession;
};
const idsOf = (listed: readonly ListedSession[]) => listed.map(({ session }) => session);

let seq = 0;
const entry = (kind: Entry["kind"], more: object): Entry =>
  ({ v: 1, seq: ++seq, at: 0, run: "r", kind, ...more }) as Entry;
const call = { type: "tool-call", id: "c1", name: "subagent", input: {} };
const calls = entry("assistant-message", { content: [call] });
const started = (session: string) => entry("child", { session, callId: "c1", rights: {} });
const settled = entry("tool-result", { callId: "c1", tool: "subagent", content: [] });
const ended = (waitsFor?: readonly string[]) =>
  entry("outcome", { outcome: "needs-input", turns: 1, ...(waitsFor && { waitsFor }) });

/** Sessions with these entries and open questions. */
function sessionsOf(
  listed: readonly ListedSession[],
  entries: Readonly<Record<string, readonly Entry[]>> = {},
  open: Readonly<Record<string, number>> = {},
) {
  return {
    list: async () => listed,
    async *entries(session: string) {
      yield* entries[session] ?? [];
    },
    openQuestions: async (session: string) =>
      Array.from({ length: open[session] ?? 0 }, (_, at) => ({ id: `${session}-${at}` }) as Question),
  };
}

describe("the subagents of a session", () => {
  // The one that was written last is listed first.
  const listed = [line("d", "b"), line("c", "a"), line("b", "a"), line("a"), line("orphan", "gone")];

  it("each come behind the one that has started it, the first first", () => {
    expect(idsOf(subagentsOf(listed, "a"))).toEqual(["b", "d", "c"]);
    expect(subagentsOf(listed, "c")).toEqual([]);
  });

  it("are found once where two seem to have started each other", () => {
    const circle = [line("a", "b"), line("b", "a")];
    expect(idsOf(subagentsOf(circle, "a"))).toEqual(["b"]);
  });

  it("are left out of a list, unless their parent is not there", () => {
    expect(idsOf(withoutSubagents(listed))).toEqual(["a", "orphan"]);
    const damaged: ListedSession = { session: "x", damaged: "torn", child: { session: "a", callId: "c" } };
    expect(idsOf(withoutSubagents([damaged, line("a")]))).toEqual(["a"]);
  });
});

describe("the session to resume after an answer", () => {
  const family = [line("b", "a"), line("a", "top"), line("top")];

  it.each<[name: string, entries: Readonly<Record<string, readonly Entry[]>>, resumed: string]>([
    ["the subagent itself, whose parent has no entries", {}, "b"],
    ["itself, when nothing of the parent waits for it", { a: [calls, settled, ended()] }, "b"],
    ["itself, when its call has a result", { a: [calls, started("b"), settled, ended(["x"])] }, "b"],
    ["itself, when the open call started another", { a: [calls, started("x"), ended()] }, "b"],
    ["the parent, whose call of it is open", { a: [calls, started("b"), ended()] }, "a"],
    ["the parent, before it has an outcome", { a: [calls, started("b")] }, "a"],
    ["the parent, which left it in the background", { a: [ended(["x", "b"])] }, "a"],
    ["itself, when only an earlier run waited", { a: [ended(["b"]), ended()] }, "b"],
    ["the topmost that waits", { a: [ended(["b"])], top: [ended(["a"])] }, "top"],
  ])("is %s", async (_name, entries, resumed) => {
    expect(await sessionToResume(sessionsOf(family, entries), "b")).toBe(resumed);
  });

  it("is a session that is not listed itself, and one that waits for itself", async () => {
    expect(await sessionToResume(sessionsOf([]), "b")).toBe("b");
    const circle = [line("a", "b"), line("b", "a")];
    const entries = { a: [ended(["b"])], b: [ended(["a"])] };
    expect(await sessionToResume(sessionsOf(circle, entries), "b")).toBe("b");
  });
});

describe("open questions of subagents", () => {
  const family = [line("c", "a"), line("b", "a"), line("a")];
  const waiting = { a: [ended(["b", "c"])] };
  const damaged: ListedSession = { session: "d", damaged: "torn", child: { session: "a", callId: "x" } };

  it("are told with the session to resume", async () => {
    const sessions = sessionsOf([damaged, ...family], waiting, { b: 2, d: 1 });
    const asking = await askingSubagents(sessions, "a");
    expect(asking).toMatchObject([{ session: "b", resumed: "a" }]);
    expect(asking[0]!.questions.map(({ id }) => id)).toEqual(["b-0", "b-1"]);
  });

  it("keep a session from having all answers, as its own do", async () => {
    const all = (entries: typeof waiting | object, open: Readonly<Record<string, number>>) =>
      hasAllAnswers(sessionsOf(family, entries as typeof waiting, open), "a");
    expect(await all(waiting, {})).toBe(true);
    expect(await all(waiting, { a: 1 })).toBe(false);
    expect(await all(waiting, { c: 1 })).toBe(false);
    // No run waits for that answer.
    expect(await all({ a: [ended()] }, { c: 1 })).toBe(true);
  });

  it("are pointed to where a session has none", async () => {
    const described = (open: Readonly<Record<string, number>>) =>
      describeNothingOpen(sessionsOf(family, waiting, open), "a");
    expect(await described({})).toBe("No question is open in a.");
    expect(await described({ b: 1 })).toBe(
      "No question is open in a. The session of its subagent has one: b.",
    );
    expect(await described({ b: 1, c: 1 })).toBe(
      "No question is open in a. The session of 2 of its subagents has one: b, c.",
    );
  });
});

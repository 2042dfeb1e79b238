import type { ListedSession } from "@skein/sessions";
import { describe, expect, it } from "vitest";
import { sessionsOf, sessionsOlderThan, withSubagents, withTheirSubagents } from "../src/sessions.ts";

const summary = { startedAt: 1, turns: 1, costUsd: 0.5, hasUnknownCost: false, isRewound: false };
const line = (session: string, more: object = {}): ListedSession => ({
  session,
  summary: { ...summary, cwd: "/work", lastAt: 10, ...more } as never,
});
const child = line("c", { child: { session: "a", callId: "x" } });
const damaged: ListedSession = { session: "d", damaged: "torn" };

describe("sessions that are chosen together", () => {
  it("are those of a folder, and damaged ones whose folder is unknown", () => {
    const listed = [line("a"), line("b", { cwd: "/other" }), damaged];
    expect(sessionsOf(listed, "/work").map(({ session }) => session)).toEqual(["a", "d"]);
    expect(sessionsOf(listed, undefined)).toHaveLength(3);
  });

  it("are older than a moment, but neither running nor unreadable", () => {
    const listed = [line("a"), line("b", { lastAt: 30 }), line("r", { state: "running" }), damaged, child];
    expect(sessionsOlderThan(listed, 20, "/work").map(({ session }) => session)).toEqual(["a"]);
  });

  it("come with their subagents, each once", () => {
    const listed = [line("a"), child, line("b")];
    const chosen = withTheirSubagents([line("a")], listed);
    expect(chosen.map(({ session }) => session)).toEqual(["a", "c"]);
  });

  it("cost what they and their subagents cost, and an unknown part stays unknown", () => {
    const subagent = { session: "c", callId: "x", summary, children: [] } as never;
    const unread = { session: "e", callId: "y", summary, problem: "torn", children: [] } as never;
    expect(withSubagents(summary, [subagent])).toEqual({ costUsd: 1, hasUnknownCost: false });
    expect(withSubagents(summary, [unread])).toEqual({ costUsd: 1, hasUnknownCost: true });
  });
});

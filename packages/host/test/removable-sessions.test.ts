import type { ListedSession } from "@skein/sessions";
import { describe, expect, it } from "vitest";
import { refuseRunning, sessionsOlderThan, withTheirSubagents } from "../src/sessions/select-sessions.ts";

function listed(session: string, summary: object = {}): ListedSession {
  return {
    session,
    summary: { state: "ended", cwd: "/w", lastAt: 100, ...summary },
  } as unknown as ListedSession;
}

const namesOf = (sessions: readonly ListedSession[]): readonly string[] =>
  sessions.map(({ session }) => session);

describe("sessions older than a time", () => {
  it.each<[name: string, session: ListedSession, isOlder: boolean]>([
    ["an older one", listed("a"), true],
    ["one of that very time", listed("a", { lastAt: 200 }), false],
    ["a younger one", listed("a", { lastAt: 201 }), false],
    ["one of no known time", listed("a", { lastAt: undefined }), false],
    ["a running one", listed("a", { state: "running" }), false],
    ["one of another folder", listed("a", { cwd: "/other" }), false],
    ["an unreadable one", { session: "a", damage: "broken" } as unknown as ListedSession, false],
  ])("have %s among them or not", (_, session, isOlder) => {
    expect(namesOf(sessionsOlderThan([session], 200, "/w"))).toEqual(isOlder ? ["a"] : []);
  });

  it("are of every folder where none is named", () => {
    const all = [listed("a"), listed("b", { cwd: "/other" })];
    expect(namesOf(sessionsOlderThan(all, 200, undefined))).toEqual(["a", "b"]);
  });
});

describe("removing sessions", () => {
  it("takes each once", () => {
    const all = [listed("a"), listed("b")];
    expect(namesOf(withTheirSubagents([all[1]!, all[0]!, all[1]!], all))).toEqual(["b", "a"]);
  });

  it("is refused while one of them is running, and only then", () => {
    expect(() => refuseRunning([listed("a"), listed("b")])).not.toThrow();
    expect(() => refuseRunning([listed("a"), listed("b", { state: "running" })])).toThrow(
      "b is being worked on now",
    );
  });
});

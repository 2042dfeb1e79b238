import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Entry } from "@skein/protocol";
import { sqliteJournal } from "@skein/sessions";
import { collect, postgresPrograms, startPostgres, temporaryFolder } from "@skein/test-kit";
import { moveSession, openSessions } from "../src/index.ts";

const head = (seq: number) => ({ v: 1, seq, at: seq, run: null });
const child = (seq: number, session: string): Entry => {
  return { ...head(seq), kind: "child", session, callId: "c", rights: {}, budget: {} } as unknown as Entry;
};
const start = (id: string): Entry => {
  return { ...head(1), kind: "session-start", id, cwd: "/w", interaction: "chat" };
};

describe.skipIf(postgresPrograms() === undefined)(
  "a session that is moved (skipped without Postgres)",
  () => {
    it("takes the sessions of its subagents with it, and theirs", async () => {
      await using postgres = await startPostgres();
      await using here = await temporaryFolder();
      await using there = await temporaryFolder();
      {
        await using journal = sqliteJournal(join(here.path, "sessions"));
        await journal.append("parent", 0, [start("parent"), child(2, "one"), child(3, "lost")]);
        await journal.append("one", 0, [start("one"), child(2, "two")]);
        await journal.append("two", 0, [start("two"), child(2, "parent")]);
        await journal.append("another", 0, [start("another")]);
      }
      const move = { shared: { databaseUrl: postgres.url }, session: "parent" };
      const pushed = await moveSession({ ...move, dataFolder: here.path, way: "push" });
      expect(pushed).toEqual({ entries: 3, written: 3, subagents: 2 });
      await moveSession({ ...move, dataFolder: there.path, way: "pull" });
      await using sessions = openSessions(there.path);
      const ids = (await sessions.list()).map(({ session }) => session);
      expect(ids.toSorted()).toEqual(["one", "parent", "two"]);
      expect(await collect(sessions.entries("two"))).toEqual([start("two"), child(2, "parent")]);
    });
  },
);

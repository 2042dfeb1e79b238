import { describe, expect, it } from "vitest";
import type { Entry } from "@skein/protocol";
import { readAll, findSubagents, type Subagent } from "../src/index.ts";
import { stores } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

function start(id: string): Entry {
  return { v: 1, seq: 1, at: 1, run: null, kind: "session-start", id, cwd: "/w", interaction: "execute" };
}

function child(seq: number, session: string, callId: string): Entry {
  return { v: 1, seq, at: 1, run: "r", kind: "child", session, callId, rights: {} };
}

function shown(some: readonly Subagent[]): readonly unknown[] {
  return some.map(({ session, callId, children }) => [session, callId, shown(children)]);
}

describe("the subagents of a session", () => {
  it("stand below the call that started them; one that is above itself ends there", async () => {
    await using store = stores.sqlite(tempFolder());
    await store.append("top", 0, [
      start("top"),
      child(2, "a", "c1"),
      child(3, "b", "c2"),
      child(4, "gone", "c3"),
    ]);
    await store.append("a", 0, [start("a"), child(2, "a1", "c4")]);
    await store.append("a1", 0, [start("a1"), child(2, "a", "c5")]);
    await store.append("b", 0, [start("b")]);
    await store.append("gone", 0, [start("gone")]);
    await store.remove("gone");
    const found = await findSubagents(store, await readAll(store, "top"));
    expect(shown(found)).toEqual([
      ["a", "c1", [["a1", "c4", [["a", "c5", []]]]]],
      ["b", "c2", []],
      ["gone", "c3", []],
    ]);
    expect(found.map(({ summary, problem }) => [summary.id, problem?.slice(0, 24)])).toEqual([
      ["a", undefined],
      ["b", undefined],
      [undefined, "Session gone was removed"],
    ]);
  });
});

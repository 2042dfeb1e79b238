import { describe, expect, it } from "vitest";
import type { EntryOf } from "@skein/protocol";
import { forkInStore, summary } from "../src/index.ts";
import { all, notice } from "./entries.ts";
import { storeNames, stores } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

const start: EntryOf<"session-start"> = {
  v: 1,
  seq: 1,
  at: 5,
  run: null,
  kind: "session-start",
  id: "child",
  cwd: "/w",
  interaction: "execute",
  child: { session: "top", callId: "c1" },
};

describe.each(storeNames)("a fork of a subagent's session in %s", (name) => {
  it("has no caller, and all else of its start", async () => {
    await using store = stores[name](tempFolder());
    await store.append("child", 0, [start, notice(2)]);
    await forkInStore(store, "child", { id: "f", now: 99 });
    const [first] = await all(store.read("f"));
    const { child, ...rest } = start;
    expect(child).toBeDefined();
    expect(first).toEqual({ ...rest, id: "f", at: 99, parent: { session: "child", seq: 2 } });
    expect(summary(await all(store.read("f"))).child).toBeUndefined();
    expect((await all(store.read("child")))[0]).toEqual(start);
  });

  it("of a fork has that one as its parent", async () => {
    await using store = stores[name](tempFolder());
    await store.append("child", 0, [start, notice(2), notice(3)]);
    await forkInStore(store, "child", { id: "f", at: 2, now: 99 });
    await forkInStore(store, "f", { id: "g", now: 100 });
    expect((await all(store.read("g")))[0]).toMatchObject({ id: "g", parent: { session: "f", seq: 2 } });
    expect(await all(store.read("g"))).toHaveLength(2);
  });
});

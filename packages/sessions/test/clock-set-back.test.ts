import { describe, expect, it } from "vitest";
import type { Entry } from "@skein/protocol";
import { conversation, summary } from "../src/index.ts";
import { all, notice } from "./entries.ts";
import { storeNames, stores } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

const day = 86_400_000;

describe.each(storeNames)("a clock that is set back by a day while a session of %s is written", (name) => {
  it("changes neither the order of entries nor what is said of the session", async () => {
    await using store = stores[name](tempFolder());
    const now = 1_800_000_000_000;
    const times = [now, now + 5, now + 10, now - day, now - day + 5, now - 2 * day];
    const entries = times.map((at, index): Entry => ({ ...notice(index + 1), at }));
    for (const [index, entry] of entries.entries()) await store.append("s", index, [entry]);
    await store.append("before", 0, [{ ...notice(1), at: now - day - 1 }]);

    expect(await all(store.read("s"))).toEqual(entries);
    expect((await all(store.read("s", 4))).map(({ at }) => at)).toEqual(times.slice(3));
    expect(await store.lastSeq("s")).toBe(6);
    expect(conversation(entries).flatMap(({ items }) => items)).toHaveLength(6);
    const listed = await store.list();
    expect(listed.find(({ session }) => session === "s")).toEqual({
      session: "s",
      summary: summary(entries),
    });
    expect(listed).toHaveLength(2);
  });
});

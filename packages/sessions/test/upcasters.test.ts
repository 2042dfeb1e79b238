import { kindVersion } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { upcast, sqliteJournal, upcasters, type Upcasters, type WrittenEntry } from "../src/index.ts";
import { all, notice } from "./entries.ts";
import { tempFolder } from "./temp-folder.ts";

/** A made-up history: version 0 of a notice had `message`, version -1 had it in capitals and no level. */
const history: Upcasters = {
  notice: {
    [-1]: (entry) => ({ ...entry, message: textIn(entry, "message").toLowerCase(), level: "info" }),
    0: (entry) => {
      const { message: _, ...rest } = entry;
      return { ...rest, text: textIn(entry, "message") };
    },
  },
};
const old = { v: -1, seq: 1, at: 5, run: null, kind: "notice", audience: "user", message: "HELLO" };

function textIn(entry: WrittenEntry, field: string): string {
  const value = entry[field];
  return typeof value === "string" ? value : "";
}

describe("an entry of an older version", () => {
  it("is lifted step by step when it is read", async () => {
    await using store = sqliteJournal(tempFolder(), { upcasters: history });
    await store.append("s", 0, [old as never, notice(2)]);
    expect(await all(store.read("s"))).toEqual([
      { v: 1, seq: 1, at: 5, run: null, kind: "notice", audience: "user", level: "info", text: "hello" },
      notice(2),
    ]);
  });

  it("of a later version, or of an unknown kind, stays unchanged", () => {
    for (const entry of [
      { ...old, v: 7 },
      { ...old, kind: "constructor" },
      { ...old, kind: "later" },
    ]) {
      expect(upcast(entry, history)).toEqual(entry);
    }
  });

  it("has the outcome that it has today: usage became not-started", async () => {
    const ended = { v: 1, seq: 1, at: 5, run: "r", kind: "outcome", outcome: "usage", turns: 0 };
    await using store = sqliteJournal(tempFolder());
    await store.append("s", 0, [ended as never]);
    expect(await all(store.read("s"))).toEqual([{ ...ended, v: 2, outcome: "not-started" }]);
    for (const outcome of ["done", "storage"])
      expect(upcast({ ...ended, outcome }, upcasters)).toEqual({ ...ended, v: 2, outcome });
  });

  it.each(["outcome", "notice"] as const)(
    "of the kind %s ends at the version in which it is written",
    (kind) => {
      const lifted = upcast({ v: 1, seq: 1, at: 5, run: null, kind }, upcasters);
      expect(lifted.v).toBe(kindVersion(kind));
    },
  );
});

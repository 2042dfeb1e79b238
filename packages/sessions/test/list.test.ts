import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry } from "@skein/protocol";
import { summary } from "../src/index.ts";
import { notice } from "./entries.ts";
import { journal } from "@skein/test-kit/generated";
import { storeNames, stores } from "./stores.ts";
import { tempFolder } from "./temp-folder.ts";

describe.each(storeNames)("the list of sessions of %s", (name) => {
  it("says of each what its entries say, open or closed", async () => {
    const folder = tempFolder();
    await using store = stores[name](folder);
    let count = 0;
    await checkProperty(
      fc.asyncProperty(journal, async (entries) => {
        const session = `s${count++}`;
        await store.append(session, 0, entries);
        const expected = { session, summary: summary(entries) };
        expect((await store.list()).find((line) => line.session === session)).toEqual(expected);
        await store.close();
        expect((await store.list()).find((line) => line.session === session)).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  });

  it("has the session that was written last at its top", async () => {
    await using store = stores[name](tempFolder());
    for (const [session, at] of Object.entries({ old: 10, newest: 30, newer: 20 })) {
      await store.append(session, 0, [{ ...notice(1), at }]);
    }
    expect((await store.list()).map(({ session }) => session)).toEqual(["newest", "newer", "old"]);
  });

  it("knows names, forks, rewinds and what a fork itself has spent", async () => {
    await using store = stores[name](tempFolder());
    const head = { v: 1, at: 1, run: null };
    const said = (seq: number, text: string): Entry => {
      return { ...head, seq, kind: "user-message", from: "user", content: [{ type: "text", text }] };
    };
    const parent = { session: "p", seq: 3 };
    const asked = { purpose: "turn", provider: "p", model: "m", options: {} } as const;
    const request = (seq: number): Entry => {
      return { ...head, seq, kind: "model-request", ...asked, requestHash: "" };
    };
    const answered = { attempts: 1, provider: "p", model: "m", usage: {}, costUsd: 0.25 };
    const answer = (seq: number): Entry => {
      return { ...head, seq, kind: "model-result", request: seq - 1, ...answered };
    };
    const entries: Entry[] = [
      { ...head, seq: 1, kind: "session-start", id: "s", cwd: "/w", interaction: "chat", parent },
      request(2),
      answer(3),
      said(4, "wrong"),
      { ...head, seq: 5, kind: "name", name: "mine", by: "user" },
      request(6),
      answer(7),
      { ...head, seq: 8, kind: "rewind", to: 3 },
      { ...head, seq: 9, kind: "name", name: "by a model", by: "model" },
      said(10, "right"),
    ];
    await store.append("s", 0, entries);
    const [line] = await store.list();
    expect(line).toEqual({ session: "s", summary: summary(entries) });
    expect(line).toMatchObject({
      summary: {
        name: "mine",
        parent,
        firstText: "right",
        isRewound: true,
        costUsd: 0.25,
        hasUnknownCost: false,
      },
    });
    await store.append("s", 10, [request(11)]);
    expect(await store.list()).toMatchObject([{ summary: { costUsd: 0.25, hasUnknownCost: true } }]);
  });

  it("knows a running session from one that was interrupted", async () => {
    await using store = stores[name](tempFolder());
    await store.append("s", 0, [{ v: 1, seq: 1, at: 1, run: "r", kind: "run-start", input: [] }]);
    const lease = await store.lease("s", "me", 1000);
    expect(await store.list()).toMatchObject([{ summary: { state: "running" } }]);
    await lease.release();
    expect(await store.list()).toMatchObject([{ summary: { state: "interrupted" } }]);
  });

  it("has the line of one session alone, if there is one", async () => {
    await using store = stores[name](tempFolder());
    for (const session of ["one", "two"]) await store.append(session, 0, [notice(1)]);
    const lines = await store.list();
    expect(await store.list("two")).toEqual(lines.filter(({ session }) => session === "two"));
    expect(await store.list("three")).toEqual([]);
    expect(await store.list("../one")).toEqual([]);
  });

  it("leaves out what is not a session, and sessions without entries", async () => {
    const folder = tempFolder();
    await using store = stores[name](folder);
    await store.lease("only-leased", "me", 1000);
    mkdirSync(join(folder, ".hidden"));
    mkdirSync(join(folder, "without-journal"));
    writeFileSync(join(folder, "file"), "");
    expect(await store.list()).toEqual([]);
    expect(await stores[name](join(folder, "nowhere")).list()).toEqual([]);
  });
});

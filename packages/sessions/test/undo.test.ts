import type { Entry, EntryBody } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { ownChangeRanges, redoTarget, snapshotsAt, undoTargets } from "../src/index.ts";

interface Journal {
  readonly entries: Entry[];
  add(this: void, body: EntryBody): number;
  /** @returns the entry before the run. */
  run(this: void, words: string): number;
}

function journal(): Journal {
  const entries: Entry[] = [];
  const add = (body: EntryBody) => {
    entries.push({ v: 1, seq: entries.length + 1, at: 0, run: null, ...body });
    return entries.length;
  };
  return {
    entries,
    add,
    run(words) {
      const before = entries.length;
      const input = [{ type: "text", text: words }] as const;
      add({ kind: "run-start", input });
      add({ kind: "user-message", from: "user", content: input });
      add({ kind: "checkpoint", snapshot: `before ${words}`, root: "/project", callId: words });
      add({ kind: "outcome", outcome: "done", turns: 1 });
      return before;
    },
  };
}

/** As the runtime does it: the files as they are now are kept first. */
function rewind(made: Journal, to: number, snapshot: string): string | undefined {
  const [restored] = snapshotsAt(made.entries, to);
  made.add({ kind: "checkpoint", snapshot, root: "/project" });
  made.add({ kind: "rewind", to });
  return restored?.snapshot;
}

describe("undo and redo", () => {
  it("go back run by run, and forth again, with the files of each place", () => {
    const made = journal();
    const beforeOne = made.run("one");
    const beforeTwo = made.run("two");
    expect(undoTargets(made.entries).at(-1)).toMatchObject({ to: beforeTwo, said: [{ text: "two" }] });
    expect(redoTarget(made.entries)).toBeUndefined();
    expect(rewind(made, beforeTwo, "after two")).toBe("before two");
    expect(undoTargets(made.entries).at(-1)).toMatchObject({ to: beforeOne, said: [{ text: "one" }] });
    expect(rewind(made, beforeOne, "after one")).toBe("before one");
    expect(undoTargets(made.entries).at(-1)).toBeUndefined();
    expect(rewind(made, redoTarget(made.entries)!, "start")).toBe("after one");
    expect(undoTargets(made.entries).at(-1)).toMatchObject({ to: beforeOne });
    expect(rewind(made, redoTarget(made.entries)!, "after one again")).toBe("after two");
    expect(undoTargets(made.entries).at(-1)).toMatchObject({ to: beforeTwo });
    expect(redoTarget(made.entries)).toBeUndefined();
  });

  it("have nothing to bring back once something else was done", () => {
    const made = journal();
    const before = made.run("one");
    rewind(made, before, "after one");
    expect(redoTarget(made.entries)).toBeDefined();
    made.run("other");
    expect(redoTarget(made.entries)).toBeUndefined();
    expect(undoTargets(made.entries).at(-1)).toMatchObject({ said: [{ text: "other" }] });
  });

  it("treat a run that started over by itself as a whole", () => {
    const made = journal();
    const before = made.run("one");
    const [start, task] = made.entries;
    made.entries.push(
      { ...start!, seq: 5, kind: "rewind", to: start!.seq, run: "r" },
      { ...task!, seq: 6 },
      { v: 1, seq: 7, at: 0, run: "r", kind: "outcome", outcome: "done", turns: 2 },
    );
    expect(redoTarget(made.entries)).toBeUndefined();
    expect(undoTargets(made.entries).at(-1)).toMatchObject({ to: before, said: [{ text: "one" }] });
    rewind(made, before, "after");
    expect(redoTarget(made.entries)).toBe(made.entries.length - 1);
  });

  it("pass over a run in which the user said nothing", () => {
    const made = journal();
    const before = made.run("one");
    made.add({ kind: "run-start", input: [] });
    made.add({ kind: "outcome", outcome: "done", turns: 1 });
    expect(undoTargets(made.entries).at(-1)).toMatchObject({ to: before, said: [{ text: "one" }] });
    expect(undoTargets(journal().entries)).toEqual([]);
  });

  it("find no snapshot where no call has changed files since", () => {
    const made = journal();
    made.run("one");
    const end = made.entries.length;
    made.add({ kind: "run-start", input: [] });
    expect(snapshotsAt(made.entries, end)).toEqual([]);
  });

  it("find one snapshot for each folder that was worked in", () => {
    const made = journal();
    made.add({ kind: "checkpoint", snapshot: "a1", root: "/a", callId: "1" });
    const to = made.add({ kind: "run-start", input: [] });
    made.add({ kind: "checkpoint", snapshot: "b1", root: "/b", callId: "2" });
    made.add({ kind: "checkpoint", snapshot: "a2", root: "/a", callId: "3" });
    made.add({ kind: "checkpoint", snapshot: "a3", root: "/a", callId: "4" });
    expect(snapshotsAt(made.entries, to)).toEqual([
      { root: "/b", snapshot: "b1" },
      { root: "/a", snapshot: "a2" },
    ]);
    const kept = ["a4", "b4"].map((snapshot, at) =>
      made.add({ kind: "checkpoint", snapshot, root: ["/a", "/b"][at]! }),
    );
    made.add({ kind: "rewind", to });
    expect(snapshotsAt(made.entries, kept[1]!)).toEqual([
      { root: "/a", snapshot: "a4" },
      { root: "/b", snapshot: "b4" },
    ]);
  });
});

describe("the stretches in which Skein changed files", () => {
  const root = "/project";

  it("go from the first snapshot of a run to the one that closes it, and over a rewind", () => {
    const { entries, add } = journal();
    add({ kind: "checkpoint", root, snapshot: "1", callId: "a" });
    add({ kind: "checkpoint", root, snapshot: "2", callId: "b" });
    const to = add({ kind: "checkpoint", root, snapshot: "3", closes: true });
    add({ kind: "checkpoint", root, snapshot: "4", callId: "c" });
    add({ kind: "checkpoint", root: "/other", snapshot: "x", callId: "d" });
    add({ kind: "checkpoint", root, snapshot: "5", closes: true });
    add({ kind: "checkpoint", root, snapshot: "6" });
    add({ kind: "rewind", to });
    add({ kind: "checkpoint", root, snapshot: "7", closes: true });
    const last = [
      { before: "4", after: "5" },
      { before: "6", after: "7" },
    ];
    expect(ownChangeRanges(entries, 0, root)).toEqual([{ before: "1", after: "3" }, ...last]);
    expect(ownChangeRanges(entries, to, root)).toEqual(last);
  });

  it("are those of one folder, whatever happens in others meanwhile", () => {
    const { entries, add } = journal();
    add({ kind: "checkpoint", root: "/other", snapshot: "x", callId: "a" });
    add({ kind: "checkpoint", root, snapshot: "1", callId: "b" });
    add({ kind: "checkpoint", root: "/other", snapshot: "y", closes: true });
    add({ kind: "checkpoint", root, snapshot: "2", closes: true });
    expect(ownChangeRanges(entries, 0, root)).toEqual([{ before: "1", after: "2" }]);
    expect(ownChangeRanges(entries, 0, "/other")).toEqual([{ before: "x", after: "y" }]);
    expect(ownChangeRanges(entries, 0, "/third")).toEqual([]);
  });

  it("leave out where nothing was changed", () => {
    const { entries, add } = journal();
    add({ kind: "checkpoint", root, snapshot: "1", callId: "a" });
    add({ kind: "checkpoint", root, snapshot: "1", closes: true });
    add({ kind: "checkpoint", root, snapshot: "2", callId: "b" });
    add({ kind: "checkpoint", root, snapshot: "3", closes: true });
    expect(ownChangeRanges(entries, 0, root)).toEqual([{ before: "2", after: "3" }]);
  });

  it("have no end where a run was cut off, until the next one closes", () => {
    const { entries, add } = journal();
    add({ kind: "checkpoint", root, snapshot: "1", callId: "a" });
    expect(ownChangeRanges(entries, 0, root)).toEqual([{ before: "1" }]);
    add({ kind: "checkpoint", root, snapshot: "2", callId: "b" });
    add({ kind: "checkpoint", root, snapshot: "3", closes: true });
    expect(ownChangeRanges(entries, 0, root)).toEqual([{ before: "1", after: "3" }]);
  });
});

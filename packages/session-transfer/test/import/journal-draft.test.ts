import { expect, it } from "vitest";
import {
  add,
  addMessage,
  createDraft,
  endRun,
  firstEntryOf,
  recordSeq,
  rewind,
  startRun,
} from "../../src/import/journal-draft.ts";

it("ends a run with what the file says, as done if it was answered, and otherwise not at all", () => {
  const draft = createDraft(5);
  startRun(draft, []).isAnswered = true;
  endRun(draft);
  startRun(draft, []);
  endRun(draft);
  startRun(draft, []);
  endRun(draft, "cancelled");
  expect(draft.entries.map(({ kind, run, at }) => `${kind} ${run} ${at}`)).toEqual([
    "run-start imported-1 5",
    "outcome imported-1 5",
    "run-start imported-2 5",
    "run-start imported-3 5",
    "outcome imported-3 5",
  ]);
});

it("forgets the run and the first message that a rewind undoes", () => {
  const draft = createDraft(0);
  draft.before.set("a", 0);
  startRun(draft, []);
  recordSeq(draft, "a", addMessage(draft, { kind: "user-message", from: "user", content: [] }));
  draft.before.set("b", draft.entries.length);
  rewind(draft, "unknown");
  rewind(draft, "b");
  expect([draft.run, draft.firstMessage]).toEqual([undefined, 2]);
  rewind(draft, "a");
  expect(draft.firstMessage).toBeUndefined();
  expect(draft.entries.slice(2)).toMatchObject([
    { kind: "rewind", to: 2 },
    { kind: "rewind", to: 0 },
  ]);
  expect([firstEntryOf(draft, "a"), firstEntryOf(draft, "b"), firstEntryOf(draft)]).toEqual([
    2,
    3,
    undefined,
  ]);
  expect(add(draft, { kind: "rewind", to: 0 })).toBe(5);
});

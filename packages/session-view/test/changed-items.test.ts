import { expect, it } from "vitest";
import {
  changedItems,
  emptyView,
  itemsOf,
  viewOfEntries,
  viewReducer,
  type SessionStep,
} from "../src/index.ts";
import { event, journal, reply, result, said, start } from "./steps.ts";

/** Of each step, the items that it has changed, as `id state`. */
function changesOf(steps: readonly SessionStep[], view = emptyView()): readonly (readonly string[])[] {
  let now = view;
  return steps.map((step) => {
    const before = now;
    now = viewReducer(before, step);
    return changedItems(before, now).map((item) => `${item.id} ${"state" in item ? item.state : ""}`.trim());
  });
}

it("a step tells the items that are new or have changed, and no others", () => {
  const before = viewOfEntries(journal(start, said("Hello."), reply("Hm.", "c1")));
  const content = [{ type: "text", text: "Done." }] as const;
  const start1 = { tool: "act", extension: "x", effect: "reads", input: {} } as const;
  expect(
    changesOf(
      [
        event({ type: "tool-start", callId: "c1", ...start1, seq: 4 }),
        event({ type: "tool-progress", callId: "c1", text: "…" }),
        event({ type: "tool-end", callId: "c1", tool: "act", content, durationMs: 1, seq: 5 }),
        event({ type: "text-delta", part: 0, delta: "So" }),
        event({ type: "text-delta", part: 0, delta: " it is." }),
      ],
      before,
    ),
  ).toEqual([
    ["reply-1.call-1 running"],
    [],
    ["reply-1.call-1 done"],
    ["reply-2.text-1 streaming"],
    ["reply-2.text-1 streaming"],
  ]);
});

it("a rewind tells none, since all items are new after it", () => {
  const entries = journal(
    start,
    said("One."),
    reply("1."),
    said("Two."),
    reply("2.", "c1"),
    result("c1", "x"),
  );
  const before = viewOfEntries(entries);
  const after = viewReducer(before, event({ type: "rewound", to: 3, seq: 7 }));
  expect(itemsOf(after)).toHaveLength(2);
  expect(changedItems(before, after)).toEqual([]);
});

import type { Entry } from "@skein/client";
import { expect, it } from "vitest";
import { emptyLedger, ledgerAfter } from "../src/state/ledger.ts";
import { stackedBars } from "../src/inspector/stacked-bars.ts";
import { todoItems } from "../src/inspector/todo-items.ts";
import { ticksOf } from "../src/timeline/ticks.ts";

let seq = 0;
const entry = (kind: string, fields: object = {}): Entry => ({
  v: 1,
  seq: ++seq,
  at: 1000 + seq,
  run: "r",
  kind,
  ...fields,
});
const message = (text: string, from = "user") =>
  entry("user-message", { from, content: [{ type: "text", text }] });

const entries = [
  entry("session-start", { id: "s", cwd: "/tmp" }),
  message("Fix the cart"),
  entry("model-request", { purpose: "turn" }),
  entry("model-result", {
    request: 3,
    model: "m",
    usage: { input: 10, output: 7, cacheRead: 90, reasoning: 2 },
    costUsd: 0.5,
  }),
  entry("checkpoint"),
  entry("extension-state", { extension: "todo", state: { items: [{ text: "Test it", state: "doing" }] } }),
  message("Go on.", "agent"),
  entry("outcome", { outcome: "cancelled" }),
  message("And now the docs"),
  entry("model-request", { purpose: "compaction" }),
  entry("model-result", { request: 10, model: "m", usage: {} }),
];
const ledger = entries.reduce(ledgerAfter, emptyLedger);

it("a timeline has a tick for each message of a person, with what happened until the next one", () => {
  expect(ticksOf(ledger)).toEqual([
    {
      seq: 2,
      endSeq: 8,
      label: "Fix the cart",
      at: 1002,
      calls: 1,
      marks: [
        { seq: 5, at: 1005, kind: "checkpoint", label: "Checkpoint of the files" },
        { seq: 8, at: 1008, kind: "error", label: "Ended: cancelled" },
      ],
    },
    { seq: 9, endSeq: 11, label: "And now the docs", at: 1009, calls: 1, marks: [] },
  ]);
});

it("a bar has the tokens of a call by kind, each counted once", () => {
  const [turn, unknown] = stackedBars(ledger.calls);
  expect(turn).toMatchObject({ tokens: { cached: 90, new: 10, written: 5, thinking: 2 }, total: 107 });
  expect(unknown).toMatchObject({ call: { purpose: "compaction" }, total: 0 });
  expect(unknown?.call.costUsd).toBeUndefined();
});

it("the todo list is the state that its extension keeps", () => {
  expect(todoItems(ledger.states)).toEqual([{ text: "Test it", state: "doing" }]);
  expect(todoItems({ todo: { items: [{ text: 1 }] } })).toEqual([]);
});

it("entries that are told again change nothing", () => {
  expect(entries.reduce(ledgerAfter, ledger)).toBe(ledger);
});

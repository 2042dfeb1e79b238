import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { AgentEvent } from "../../../packages/protocol/src/index.ts";

/** Complete by its type: an event that is new fails the type check here. */
const events: Readonly<Record<AgentEvent["type"], true>> = {
  "run-start": true,
  settings: true,
  jobs: true,
  name: true,
  "user-message": true,
  "turn-start": true,
  "turn-end": true,
  message: true,
  "reply-cut-off": true,
  "model-usage": true,
  "text-delta": true,
  "thinking-delta": true,
  "input-delta": true,
  "tool-start": true,
  "tool-progress": true,
  "tool-end": true,
  child: true,
  question: true,
  answered: true,
  "retry-wait": true,
  "reply-restarted": true,
  "model-switched": true,
  queued: true,
  steered: true,
  rewound: true,
  compacted: true,
  "cache-break": true,
  budget: true,
  "extension-status": true,
  notice: true,
  outcome: true,
};

it("the table of events in the docs has each event once, and no other", () => {
  const page = readFileSync(new URL("../../../docs/embedding.md", import.meta.url), "utf8");
  const table = page.slice(page.indexOf("## All events"));
  const rows = [...table.matchAll(/^\| `([a-z-]+)`/gm)].map(([, name = ""]) => name);
  expect(rows.toSorted()).toEqual(Object.keys(events).toSorted());
});

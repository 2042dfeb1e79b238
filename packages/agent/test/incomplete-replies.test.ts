import type { StopReason } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { call, text, tool } from "./tools.ts";

/** Two whole calls in a reply that ended so, then an answer. */
async function runEndedBy(stop: StopReason) {
  const ran: unknown[] = [];
  const model = scriptedModel([
    { content: [call("a", "note", { n: 1 }), call("b", "note", { n: 2 })], stop, rawStop: `raw-${stop}` },
    [text("Done.")],
  ]);
  const note = tool("note", (input) => {
    ran.push(input);
    return "noted";
  });
  await using agent = createAgent({ model, extensions: [note] });
  const run = agent.run("go");
  const failures: unknown[] = [];
  for await (const event of run) if (event.type === "tool-end") failures.push(event.failure);
  return { result: await run.result, ran: ran.length, failures, requests: model.requests };
}

describe("calls of a reply run only when it ended as one that asks for them", () => {
  it.each([
    { stop: "tool-calls", ran: 2, outcome: "done", code: undefined },
    { stop: "answered", ran: 2, outcome: "done", code: undefined },
    { stop: "length", ran: 0, outcome: "done", code: undefined },
    { stop: "paused", ran: 0, outcome: "done", code: undefined },
    { stop: "refused", ran: 0, outcome: "provider", code: "refused" },
    { stop: "other", ran: 0, outcome: "provider", code: "unknown-stop" },
  ] as const)("$stop: $ran of 2 calls run, and the run ends as $outcome", async ({ stop, ...wanted }) => {
    const { result, ran, failures } = await runEndedBy(stop);
    expect({ ran, outcome: result.outcome, code: result.error?.code }).toEqual(wanted);
    const failure = wanted.ran === 0 ? "incomplete-reply" : undefined;
    expect(failures).toEqual([failure, failure]);
  });

  it("tells the model that the output limit cut the reply off", async () => {
    const { requests } = await runEndedBy("length");
    const told = JSON.stringify(requests[1]?.messages);
    expect(told.match(/was not run, because the reply that made this call was cut off/g)).toHaveLength(2);
  });
});

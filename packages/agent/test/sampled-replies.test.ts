import {
  memoryJournal,
  ProviderError,
  type AttemptEvent,
  type AttemptModel,
  type JournalStore,
} from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { end, start, textEvents } from "./budgeted-run.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

const broken = () =>
  new ProviderError("overloaded", "The vendor is busy.", { provider: "v", retryable: true });
const counted = { input: 40, output: 2, cacheRead: 0, cacheWrite: 0 };

/** Runs a call that asks a fast model, which streams these events. @returns what the call got. */
async function sample(events: readonly (AttemptEvent | Error)[], journal: JournalStore = memoryJournal()) {
  const fast: AttemptModel = {
    provider: "v",
    id: "fast",
    limits: {},
    async *stream() {
      for (const event of events) {
        if (event instanceof Error) throw event;
        yield event;
      }
    },
  };
  const replies: string[] = [];
  const think = tool("think", async (_, { requests }) => {
    const request = { system: "", messages: [], maxOutputTokens: 50, prefersFast: true };
    replies.push(
      await requests!.sample(request).then(
        (reply) => reply.text,
        (error: unknown) => String(error),
      ),
    );
    return "thought";
  });
  await using agent = createAgent({
    model: scriptedModel([[call("a", "think")], [text("done")]]),
    fast,
    extensions: [think],
    gate: { decide: () => ({ verdict: "allow", by: "test" }) },
    journal,
    session: "s",
  });
  const result = await agent.run("go").result;
  const entries = await entriesOf(journal);
  const results = entries.filter((entry) => entry.kind === "model-result" && entry.model === "fast");
  return { result, replies, results };
}

describe("a reply to an extension", () => {
  it("has nothing of an attempt that was started over", async () => {
    const { replies, results } = await sample([
      start,
      ...textEvents("half"),
      { type: "retry-wait", ms: 1, reason: "", attempt: 1 },
      { type: "reply-restarted", attempt: 2, reason: "" },
      start,
      ...textEvents("whole"),
      end(counted),
    ]);
    expect(replies).toEqual(["whole"]);
    expect(results).toMatchObject([{ attempts: 2, usage: counted }]);
  });

  it.each<[string, readonly (AttemptEvent | Error)[]]>([
    ["breaks", [start, { type: "usage", usage: counted }, ...textEvents("half"), broken()]],
    ["stops before its end", [start, { type: "usage", usage: counted }, ...textEvents("half")]],
  ])("that %s counts for the run, and is no reply", async (_, events) => {
    const { result, replies, results } = await sample(events);
    const whole = await sample([start, ...textEvents("whole"), end(counted)]);
    expect(replies[0]).toMatch(/The vendor is busy|The reply ended early/);
    expect(result.outcome).toBe("done");
    expect(result.usage.input).toBe(whole.result.usage.input);
    expect(results).toMatchObject([{ usage: counted, error: {} }]);
  });

  it("fails for what broke it, also when that cannot be journaled", async () => {
    const inner = memoryJournal();
    const journal: JournalStore = {
      ...inner,
      async append(session, seq, entries) {
        if (entries.some((entry) => entry.kind === "model-result" && entry.model === "fast"))
          throw new Error("The disk is full.");
        await inner.append(session, seq, entries);
      },
    };
    const { replies } = await sample([start, broken()], journal);
    expect(replies[0]).toContain("The vendor is busy.");
  });
});

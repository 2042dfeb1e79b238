import { ProviderError, type Compaction, type ContextPlan, type ContextView } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { call, text, tool } from "../tools.ts";
import { record, replay, sameAs, type Recording } from "./record.ts";

const summary = (firstKept: number, words = "So far.") =>
  ({ kind: "compaction", summary: words, firstKept, pinned: [1], receipt: { by: "test" } }) as const;

const lastReply = ({ entries }: ContextView) =>
  entries.findLast((entry) => entry.kind === "assistant-message")?.seq ?? 1;

/** Shortens and sums up at every third call. */
function everyThird(): Compaction {
  let calls = 0;
  return {
    async plan(view): Promise<ContextPlan> {
      if (view.cause === "before-call" && ++calls % 3 !== 0) return { entries: [] };
      const results = view.entries.filter((entry) => entry.kind === "tool-result");
      const short = [{ type: "text", text: "short" }] as const;
      const words = await view.ask({ ...view.request, tools: [] }, small());
      return {
        entries: [
          { kind: "elision", results: results.map(({ seq }) => ({ seq, content: short })) },
          summary(lastReply(view), words),
        ],
      };
    },
  };
}

const small = () => scriptedModel([[text("In short.")]], { id: "small" });
const act = tool("act", (input) => JSON.stringify(input));
const calls = (count: number) => Array.from({ length: count }, (_, at) => [call(`c${at}`, "act", { at })]);

function requestsIn({ entries }: Recording): number {
  return entries.filter((entry) => entry.kind === "model-request" && entry.purpose === "turn").length;
}

describe("a replayed run that was compacted", () => {
  it("makes the same requests to its end, and what is asked between runs stands", async () => {
    const model = scriptedModel([...calls(7), [text("one")], ...calls(3), [text("two")]]);
    const recording = await record({ model, extensions: [act], compaction: everyThird() }, async (agent) => {
      await agent.run("go").result;
      expect((await agent.compact()).changed).toBe(true);
      await agent.run("on").result;
    });
    expect(recording.entries.filter((entry) => entry.kind === "compaction").length).toBeGreaterThan(2);
    expect(requestsIn(recording)).toBe(12);
    expect(await replay(recording)).toMatchObject(sameAs(recording));
    const { entries } = recording;
    const first = entries.find((entry) => entry.kind === "compaction")!;
    const other = entries.map((entry) => (entry === first ? { ...first, summary: "Another." } : entry));
    // The requests' hashes tell that the record was changed.
    expect((await replay({ ...recording, entries: other })).differences.length).toBeGreaterThan(0);
  });

  it("that was refused for its length, with the window it learned", async () => {
    const tooLong = (contextTokens: number) =>
      new ProviderError("context-overflow", "Too long.", {
        provider: "replay",
        retryable: false,
        contextTokens,
      });
    const script = [...calls(2), tooLong(5_000), tooLong(4_000), [text("one")], ...calls(1), [text("two")]];
    const overflow: Compaction = {
      plan: async (view) => ({ entries: view.cause === "overflow" ? [summary(lastReply(view))] : [] }),
    };
    const recording = await record(
      { model: scriptedModel(script), extensions: [act], compaction: overflow },
      async (agent) => {
        await agent.run("go").result;
        await agent.run("on").result;
      },
    );
    const windows = recording.entries.flatMap((entry) =>
      entry.kind === "settings" ? [entry.contextTokens] : [],
    );
    expect(windows).toEqual([undefined, 5_000, 4_000]);
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });

  it("that could not be made short enough, with a compaction and without", async () => {
    const tooLong = new ProviderError("context-overflow", "Too long.", {
      provider: "replay",
      retryable: false,
      hint: "Ask for less.",
    });
    for (const compaction of [{ plan: async () => ({ entries: [] }) }, undefined]) {
      const model = scriptedModel([tooLong]);
      const recording = await record(
        { model, ...(compaction ? { compaction } : {}) },
        (agent) => agent.run("go").result,
      );
      expect(recording.entries.at(-1)).toMatchObject({ outcome: "provider" });
      expect(await replay(recording)).toMatchObject(sameAs(recording));
    }
  });

  it("that was interrupted while it was being compacted, or killed behind that", async () => {
    let asks = 0;
    const compaction: Compaction = {
      async plan(view) {
        if (++asks < 3) return { entries: asks === 2 ? [summary(lastReply(view))] : [] };
        run?.interrupt();
        return new Promise(() => undefined);
      },
    };
    let run: { interrupt(): void } | undefined;
    const recording = await record(
      { model: scriptedModel(calls(5)), extensions: [act], compaction },
      async (agent) => {
        const started = agent.run("go");
        run = started;
        await started.result;
      },
    );
    expect(recording.entries.at(-1)).toMatchObject({ outcome: "cancelled" });
    expect(await replay(recording)).toMatchObject(sameAs(recording));
    const cut = recording.entries.findIndex((entry) => entry.kind === "compaction") + 1;
    const killed = { ...recording, entries: recording.entries.slice(0, cut) };
    expect(await replay(killed)).toMatchObject(sameAs(killed));
  });
});

import { memoryJournal, type AssistantPart, type Message, type ToolContext } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createAgent } from "../src/index.ts";
import { replaySession } from "../src/replay/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

/** One subagent: the model's reply that starts it, and when and how it ends. */
const plan = fc.record({
  reply: fc.nat(3),
  background: fc.boolean(),
  /** Turns of the event loop that it works. */
  ticks: fc.nat(12),
  tokens: fc.integer({ min: 1, max: 100 }),
  speaks: fc.boolean(),
});

const word = fc.record({ reply: fc.nat(4), steer: fc.boolean() });

async function ticks(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setImmediate(resolve));
}

function arePaired(messages: readonly Message[]): boolean {
  return messages.every((message, at) => {
    if (message.role !== "assistant") return true;
    const calls = message.content.flatMap((part) => (part.type === "tool-call" ? [part.id] : []));
    const next = messages[at + 1];
    return calls.join() === (next?.role === "tool" ? next.content.map(({ callId }) => callId).join() : "");
  });
}

it("whatever comes together: calls stay paired, reports and messages are placed once, the sum is the sum, and it replays", async () => {
  await checkProperty(
    fc.asyncProperty(
      fc.array(plan, { maxLength: 6 }),
      fc.array(word, { maxLength: 4 }),
      async (plans, words) => {
        const started = new Set<number>();
        const work = tool(
          "work",
          async (input, { children, callId }: ToolContext) => {
            const { index } = input as { index: number };
            const { background, speaks, tokens, ...one } = plans[index]!;
            const child = await children!.start({ session: `child-${callId}`, rights: {}, background });
            started.add(index);
            const done = ticks(one.ticks).then(() =>
              child.end({
                usage: { input: tokens, output: 1, cacheRead: 0, cacheWrite: 0 },
                costUsd: tokens,
                ...(speaks ? { message: `report ${index}` } : {}),
              }),
            );
            if (!background) await done;
            return "ok";
          },
          { timeoutMs: Infinity },
        );
        const reply = (at: number): AssistantPart[] => {
          const calls = plans.flatMap((one, index) =>
            one.reply === at ? [call(`c${index}`, "work", { index })] : [],
          );
          return calls.length > 0 ? calls : [text(`reply ${at}`)];
        };
        const model = scriptedModel(Array.from({ length: 30 }, (_, at) => reply(at)));
        const journal = memoryJournal();
        await using agent = createAgent({ model, extensions: [work], journal, session: "s" });
        const run = agent.run("go");
        const accepted: string[] = [];
        for await (const event of run) {
          if (event.type !== "turn-end") continue;
          for (const [index, { reply: at, steer }] of words.entries()) {
            if (at !== event.turn - 1) continue;
            const said = `word ${index}`;
            await (steer ? run.steer(said) : run.queue(said)).then(
              () => accepted.push(said),
              () => undefined,
            );
          }
        }
        const result = await run.result;
        expect(result.outcome).toBe("done");
        for (const { messages } of model.requests) expect(arePaired(messages)).toBe(true);
        const own = [...started];
        const tokens = own.reduce((sum, index) => sum + plans[index]!.tokens, 0);
        expect(result).toMatchObject({ usage: { input: tokens, output: own.length }, costUsd: tokens });

        await agent.run("what else?").result; // messages that came as the run ended have their place here
        const placed = (await entriesOf(journal)).flatMap((entry) =>
          entry.kind === "user-message" && entry.queued !== undefined
            ? entry.content.map((part) => (part.type === "text" ? part.text : ""))
            : [],
        );
        const reportsOf = (indices: readonly number[]) =>
          indices
            .filter((index) => plans[index]!.background && plans[index]!.speaks)
            .map((index) => `report ${index}`);
        const reports = reportsOf([...started]);
        expect(placed.toSorted()).toEqual([...reports, ...accepted].toSorted());
        // A report never waits for another run.
        const lastOfRun = model.requests.findLastIndex(
          ({ messages }) => !JSON.stringify(messages).includes("what else?"),
        );
        for (const report of reportsOf(own))
          expect(JSON.stringify(model.requests[lastOfRun]!.messages).split(`"${report}"`)).toHaveLength(2);

        const entries = await entriesOf(journal);
        const again = await replaySession({ entries, blob: (hash) => journal.blob("s", hash) });
        expect(again).toMatchObject({ differences: [], drift: [], unreplayable: [] });
      },
    ),
    { numRuns: 60 },
  );
});

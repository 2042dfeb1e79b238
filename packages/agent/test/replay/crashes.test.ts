import {
  callToolOf,
  memoryJournal,
  ProviderError,
  recoverToolOf,
  type AssistantPart,
  type Entry,
  type Extension,
  type Tool,
} from "@skein/protocol";
import { withRetries } from "@skein/provider-kit";
import { scriptedModel, type ScriptedTurn } from "@skein/provider-replay";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentParts } from "../../src/index.ts";
import { call, text, tool } from "../tools.ts";
import { record, replay, sameAs, type Recording } from "./record.ts";

const broken = { type: "tool-call", id: "z", name: "look", raw: "{", problem: "not-json" } as const;
const busy = new ProviderError("overloaded", "Busy.", { provider: "replay", retryable: true });

function extension(name: string, tools: readonly Tool[]): Extension {
  return {
    name,
    instructions: `${name} has instructions.`,
    tools: async () => tools,
    status: () => ({ state: "ready" }),
    callTool: (called, input, context) => callToolOf(tools, called, input, context),
    recoverTool: (called, input, context) => recoverToolOf(tools, called, input, context),
    close: async () => undefined,
  };
}

/** Tools of every kind, with a new result for each call. */
function world(): Pick<AgentParts, "extensions" | "gate" | "ask"> {
  let count = 0;
  const next = () => `result ${++count}`;
  const collected = tool("collected", next, {
    recover: async () => ({ content: [{ type: "text", text: `collected ${++count}` }] }),
  });
  return {
    extensions: [
      extension("one", [tool("look", next), tool("again", next, { repeat: "safe" }), collected]),
      extension("two", [
        tool("act", next, { effect: "runs" }),
        tool("fail", () => ({ kind: "failed", message: `failure ${++count}` }), {
          resources: () => ["x"],
        }),
        tool("hands", next, { resources: () => ["x"] }),
      ]),
    ],
    gate: {
      decide: ({ effect, input }) =>
        JSON.stringify(input).includes("evil")
          ? { verdict: "deny", by: "rule" }
          : { verdict: effect === "runs" ? "ask" : "allow", by: "rule", reason: "So it is." },
    },
    ask: async () => (++count % 2 === 0 ? { deny: "No." } : { allow: "once" }),
  };
}

const patient = { clock: { sleep: () => Promise.resolve() } };

function cut({ entries, blob }: Recording, end: number): Recording {
  return { entries: entries.slice(0, end), blob };
}

/** Resumes a session that was killed. */
async function resumed(recording: Recording, turns: readonly ScriptedTurn[]): Promise<Recording> {
  const journal = memoryJournal();
  await journal.append("s", 0, recording.entries);
  const { blob, entries } = await record(
    { model: scriptedModel(turns), ...world() },
    (agent) => agent.run("go on").result,
    journal,
  );
  return { entries, blob: async (hash) => (await blob(hash)) ?? recording.blob(hash) };
}

async function richRecording(): Promise<Recording> {
  const model = withRetries(
    scriptedModel(
      [
        busy,
        [
          text("x".repeat(9_000)),
          call("a", "look"),
          call("b", "act"),
          call("c", "again"),
          call("d", "collected"),
        ],
        [
          call("e", "fail"),
          call("f", "hands"),
          call("g", "act", { n: "evil" }),
          broken,
          call("h", "nothing"),
        ],
        {
          events: [
            { type: "message-start", modelId: "m" },
            { type: "part-start", part: 0, kind: "text" },
            { type: "text-delta", part: 0, delta: "Half an ans" },
          ],
          error: busy,
        },
        [text("First answer.")],
        [text("Second answer.")],
        [text("Third answer.")],
      ],
      { deltaSize: 500 },
    ),
    patient,
  );
  return record({ model, ...world(), namer: scriptedModel([[text("A name")]]) }, async (agent) => {
    const run = agent.run("go");
    for await (const event of run) {
      if (event.type === "tool-start" && event.callId === "a") await run.steer("Hurry.");
    }
    await agent.run("again").result;
    await agent.record({ kind: "rewind", to: 12 });
    await agent.run("once more").result;
  });
}

describe("a session that was killed", () => {
  it("replays as far as it goes, wherever it was cut", async () => {
    const recording = await richRecording();
    expect(recording.entries.length).toBeGreaterThan(50);
    for (let end = 1; end <= recording.entries.length; end++) {
      const part = cut(recording, end);
      expect({ end, ...(await replay(part)) }).toMatchObject({ end, ...sameAs(part) });
    }
  });

  it("replays with its recovery, wherever it was cut", async () => {
    const recording = await richRecording();
    let settled: Entry[] = [];
    for (let end = 5; end <= recording.entries.length; end++) {
      const whole = await resumed(cut(recording, end), [[call("n", "look")], [text("Settled.")]]);
      expect({ end, ...(await replay(whole)) }).toMatchObject({ end, ...sameAs(whole) });
      settled = settled.concat(whole.entries.slice(end));
    }
    const ways = settled.flatMap((entry) =>
      entry.kind === "tool-result" ? [entry.recovered ?? entry.failure?.kind] : [],
    );
    expect(ways).toEqual(
      expect.arrayContaining(["collected", "repeated", "unknown-outcome", "interrupted", "malformed-input"]),
    );
    expect(settled.some((entry) => entry.kind === "assistant-message" && entry.partial)).toBe(true);
  });
});

const said: fc.Arbitrary<AssistantPart> = fc.oneof(
  fc.string().map(text),
  fc.string().map((words): AssistantPart => ({ type: "thinking", text: words })),
  fc.constant(broken),
  fc
    .record({
      id: fc.constantFrom("a", "b", "c", ""),
      name: fc.constantFrom("look", "again", "collected", "act", "fail", "hands", "nothing"),
      input: fc.constantFrom({}, { n: 1 }, { n: "evil" }, { __proto__: null, "": [null] }),
    })
    .map(({ id, name, input }) => call(id, name, { ...input })),
);

const turn: fc.Arbitrary<ScriptedTurn> = fc.oneof(
  { weight: 8, arbitrary: fc.array(said, { maxLength: 4 }).map((content) => ({ content })) },
  { weight: 1, arbitrary: fc.constant(busy) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("length" as const, "paused" as const, "refused" as const).map((stop) => ({
      content: [text("cut")],
      stop,
    })),
  },
);

describe("any session", () => {
  it("replays to the same requests, also when it was cut and resumed", async () => {
    const script = fc.record({
      turns: fc.array(turn, { minLength: 1, maxLength: 8 }),
      steps: fc.array(fc.constantFrom("run", "steer", "queue", "interrupt"), { minLength: 1, maxLength: 3 }),
      end: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    await checkProperty(
      fc.asyncProperty(script, async ({ turns, steps, end }) => {
        const model = withRetries(scriptedModel(turns, { deltaSize: 3 }), { ...patient, retries: 1 });
        const recording = await record({ model, ...world(), limits: { maxTurns: 6 } }, async (agent) => {
          for (const step of steps) {
            const run = agent.run(step);
            let seen = 0;
            for await (const event of run) {
              if (event.type !== "turn-end" && event.type !== "tool-start" && event.type !== "text-delta")
                continue;
              if (step === "interrupt" && ++seen === 3) run.interrupt();
              if (step === "steer") await run.steer(event.type).catch(() => undefined);
              if (step === "queue" && ++seen < 3) await run.queue(event.type).catch(() => undefined);
            }
          }
        });
        const { drift: _, ...same } = sameAs(recording);
        expect(await replay(recording)).toMatchObject(same);
        const part = cut(recording, 4 + Math.floor(end * (recording.entries.length - 4)));
        const whole = await resumed(part, [[text("Settled.")]]);
        const { drift: __, ...sameAgain } = sameAs(whole);
        expect(await replay(whole)).toMatchObject(sameAgain);
      }),
      { numRuns: 60 },
    );
  });
});

import { createAgent } from "@skein/agent";
import {
  memoryJournal,
  type Child,
  type ChildEnd,
  type Children,
  type Extension,
  type JsonValue,
} from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { subagents } from "../../src/subagents/index.ts";
import { latch, price, said, type Latch } from "./harness.ts";

type Step =
  | { readonly does: "spawn"; readonly background: boolean }
  | { readonly does: "finish" | "give-up"; readonly which: number }
  | { readonly does: "steer" | "cancel" | "wait"; readonly which: number }
  | { readonly does: "wait-any" | "rest" | "list" };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant("spawn" as const), background: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom(
        "finish" as const,
        "steer" as const,
        "cancel" as const,
        "wait" as const,
        "give-up" as const,
      ),
      which: fc.nat(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constantFrom("wait-any" as const, "rest" as const, "list" as const) }),
  },
);

/** What the parent's side of a child has seen. */
interface Told {
  readonly session: string;
  readonly background: boolean;
  readonly ends: ChildEnd[];
  tellsAfterEnd: number;
}

/** `Children` that write nothing, and keep the rules of those that do. */
function children(told: Told[]): Children {
  return {
    started: () => [],
    async start({ session, background = false }): Promise<Child> {
      const one: Told = { session, background, ends: [], tellsAfterEnd: 0 };
      told.push(one);
      return {
        signal: new AbortController().signal,
        forward: () => void (one.tellsAfterEnd += one.ends.length),
        end: (end) => void one.ends.push(end),
      };
    },
  };
}

/** Each child says one word of its own, and costs what its number says. */
function make(maxParallel: number) {
  const latches = new Map<string, Latch>();
  /** Of their runs, as these say themselves. */
  const costs = new Map<string, number>();
  let count = 0;
  const extension = subagents({
    limits: { maxParallel },
    ids: () => `c${++count}`,
    async open({ session }) {
      const gate = latches.get(session) ?? latch();
      latches.set(session, gate);
      const output = Number(session.slice(1));
      const model = scriptedModel(
        Array.from({ length: 30 }, () => async () => {
          await gate.pass();
          return {
            ...(said(`<${session}>`) as { content: [] }),
            usage: { input: 0, output, cacheRead: 0, cacheWrite: 0 },
          };
        }),
        { price: { ...price, input: 0 } },
      );
      const agent = createAgent({ model, journal: memoryJournal(), session });
      const run: typeof agent.run = (...given) => {
        const started = agent.run(...given);
        void started.result.then(({ costUsd }) => costs.set(session, costUsd ?? NaN));
        return started;
      };
      return { agent: { ...agent, run }, messages: () => Promise.resolve([]) };
    },
  });
  const finish = (session: string) => {
    const gate = latches.get(session) ?? latch();
    latches.set(session, gate);
    gate.open();
  };
  return { extension, finish, costs };
}

describe("whatever is spawned, steered, cancelled and finished in whatever order", () => {
  it("ends with nothing left, each result given once, and all costs told", async () => {
    await checkProperty(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.integer({ min: 1, max: 5 }),
        async (steps, places) => {
          const { extension, finish, costs } = make(places);
          const told: Told[] = [];
          const spawned: string[] = [];
          const answers: Promise<string>[] = [];
          const ask = (tool: string, input: JsonValue, signal?: AbortSignal) =>
            void answers.push(answerOf(extension, told, { tool, input, ...(signal ? { signal } : {}) }));
          const pick = (which: number) => spawned[which % spawned.length] ?? "none";
          for (const one of steps) {
            if (one.does === "spawn") {
              if (spawned.length >= 20) continue;
              spawned.push(`c${spawned.length + 1}`);
              ask("subagent", { instructions: "work", background: one.background });
            } else if (one.does === "finish") finish(pick(one.which));
            else if (one.does === "wait-any") ask("subagent_control", { action: "wait" });
            else if (one.does === "list") ask("subagent_control", { action: "list" });
            else if (one.does === "rest") await nextTurn();
            else if (one.does === "give-up") {
              const giveUp = new AbortController();
              await nextTurn(); // so that what was spawned is there
              ask("subagent_control", { action: "wait", id: pick(one.which) }, giveUp.signal);
              await nextTurn();
              giveUp.abort();
            } else if ("which" in one) {
              ask("subagent_control", { action: one.does, id: pick(one.which), message: "on" });
            }
          }
          for (const session of spawned) finish(session);
          const given = (await Promise.all(answers)).join("\n");
          while (told.some(({ ends }) => ends.length === 0)) await nextTurn();
          const list = await answerOf(extension, told, {
            tool: "subagent_control",
            input: { action: "list" },
          });
          await extension.close();

          expect(list).not.toMatch(/: (working|waiting)/);
          expect(told.map(({ session }) => session).toSorted()).toEqual(spawned.toSorted());
          const messages = told.flatMap(({ ends }) => ends.map(({ message = "" }) => message));
          for (const { session, background, ends, tellsAfterEnd } of told) {
            expect([session, ends.length, tellsAfterEnd]).toEqual([session, 1, 0]);
            expect(resultsOf(session, [given, ...messages].join("\n"))).toBe(1);
            expect(ends[0]?.costUsd).toBe(costs.get(session) ?? 0);
            expect(background || ends[0]?.message === undefined).toBe(true);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** How often a child's result stands there: its word, or how else it ended. */
function resultsOf(session: string, given: string): number {
  const words = given.split(`<${session}>`).length - 1;
  const others = given.split(`Its whole conversation is in the session ${session}.`).length - 1;
  return Math.max(words, others) === 1 ? 1 : words + others;
}

async function answerOf(
  extension: Extension,
  told: Told[],
  call: { readonly tool: string; readonly input: JsonValue; readonly signal?: AbortSignal },
): Promise<string> {
  const outcome = await extension.callTool(call.tool, call.input, {
    session: "parent",
    callId: "call",
    cwd: "/",
    signal: call.signal ?? new AbortController().signal,
    progress: () => {},
    callFolder: undefined,
    children: children(told),
  });
  if ("kind" in outcome) return outcome.kind === "failed" ? outcome.message : outcome.kind;
  return outcome.content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

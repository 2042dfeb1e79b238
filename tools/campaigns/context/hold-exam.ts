import { createAgent } from "../../../packages/agent/src/index.ts";
import { createCompaction, recallExtension } from "../../../packages/compaction/src/index.ts";
import {
  isFailure,
  memoryJournal,
  extractText,
  type AssistantPart,
  type Compaction,
  type ModelRequest,
} from "../../../packages/protocol/src/index.ts";
import { scriptedModel, type ScriptedTurn } from "../../../packages/provider-replay/src/index.ts";
import { seeded } from "../runner/seeded.ts";
import type { Fact, Wording } from "./facts.ts";
import { projectOf } from "./project.ts";
import { isSummaryRequest, plannedTools, textsOf, tokensOf } from "./scripted-agent.ts";
import { summarisers } from "./summarisers.ts";
import { errands } from "./work.ts";

export interface ExamPlan {
  readonly seed: number;
  readonly wording: Wording;
  /** A name in `summarisers`. */
  readonly summariser: string;
  /** Tokens. */
  readonly window: number;
  /** After how many compactions facts are asked for, ascending. */
  readonly after: readonly number[];
}

export interface Asked {
  readonly fact: Fact;
  readonly compactions: number;
  /** The whole text stands in the request that is sent next. */
  readonly inContext: boolean;
  /** The answer stands there, or in the first answers of `recall` to the question. */
  readonly reachable: boolean;
  /** The same when every third word of the question is left out. */
  readonly loosely: boolean;
  /** What `recall` answered, where the text was not in the context. */
  readonly recalled: string | undefined;
}

/** One long session of a real agent; at each of the given compactions, all that was planted so far is asked for. */
export async function holdExam({
  seed,
  wording,
  summariser,
  window,
  after,
}: ExamPlan): Promise<readonly Asked[]> {
  const project = projectOf(seeded(seed));
  const journal = memoryJournal();
  const recall = recallExtension((session, from, kinds) => journal.read(session, from, kinds));
  const tools = plannedTools();
  const inner = createCompaction();
  let compactions = 0;
  const compaction: Compaction = {
    async plan(view, signal) {
      const plan = await inner.plan(view, signal);
      compactions += plan.entries.filter(({ kind }) => kind === "compaction").length;
      return plan;
    },
  };
  const session = `exam-${seed}`;
  const asked: Asked[] = [];
  const waiting = [...after];
  const facts: Fact[] = [];
  const replies: (readonly AssistantPart[])[] = [];
  let summaries = 0;

  const turn: ScriptedTurn = async (request, count) => {
    const usage = { input: tokensOf(request), output: 80, cacheRead: 0, cacheWrite: 0 };
    if (isSummaryRequest(request)) {
      const text = summarisers[summariser]!(request, summaries++);
      return { content: [{ type: "text", text }], usage };
    }
    if (compactions >= (waiting[0] ?? Infinity)) {
      waiting.shift();
      asked.push(...(await ask(request, compactions)));
    }
    return { content: replies.shift() ?? [{ type: "text", text: `That is part ${count}.` }], usage };
  };
  const ask = async (request: ModelRequest, times: number): Promise<readonly Asked[]> => {
    const texts = textsOf(request);
    const one = async (fact: Fact): Promise<Asked> => {
      const inContext = texts.some((text) => text.includes(fact.text));
      const known = { fact, compactions: times, inContext };
      if (inContext) return { ...known, reachable: true, loosely: true, recalled: undefined };
      const [recalled, less] = [await answerOf(fact.question), await answerOf(withFewerWords(fact.question))];
      const [reachable, loosely] = [recalled.includes(fact.answer), less.includes(fact.answer)];
      return { ...known, reachable, loosely, recalled };
    };
    return Promise.all(facts.map(one));
  };
  const answerOf = async (query: string): Promise<string> => {
    const context = {
      session,
      callId: "exam",
      cwd: "/",
      signal: new AbortController().signal,
      progress: () => undefined,
      callFolder: undefined,
    };
    const outcome = await recall.callTool("recall", { query }, context);
    return isFailure(outcome) ? "" : extractText(outcome.content);
  };

  const model = scriptedModel(Array<ScriptedTurn>(20_000).fill(turn), { limits: { contextTokens: window } });
  await using agent = createAgent({
    model,
    session,
    journal,
    compaction,
    extensions: [...tools.extensions, recall],
    gate: { decide: () => Promise.resolve({ verdict: "allow", by: "exam" }) },
    dynamicContext: () => [],
    system: "You work on a project.",
  });
  let calls = 0;
  for (const { user, steps, facts: planted } of errands(project, wording)) {
    if (waiting.length === 0) return asked;
    // Nothing here waits for the system, and Ctrl-C has to get in.
    await new Promise((resolve) => setImmediate(resolve));
    for (const { said, calls: planned } of steps) {
      const parts = planned.map((call): AssistantPart => {
        const id = `call_${++calls}`;
        tools.plan(id, call);
        return { type: "tool-call", id, name: call.tool, input: call.input };
      });
      replies.push([...(said === "" ? [] : [{ type: "text" as const, text: said }]), ...parts]);
    }
    // Asked for once the errand is done: what is said in it may still be to come.
    const { outcome, error } = await agent.run(user).result;
    if (outcome !== "done") throw new Error(`The session ended as ${outcome}: ${error?.message}`);
    facts.push(...planted);
  }
  throw new Error("Errands have no end.");
}

function withFewerWords(question: string): string {
  return question
    .split(" ")
    .filter((_, index) => index % 3 !== 2)
    .join(" ");
}

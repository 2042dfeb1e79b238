import { createAgent, type Agent } from "../../../packages/agent/src/index.ts";
import {
  createBudget,
  memoryLimit,
  spentBefore,
  type SpentAmount,
} from "../../../packages/sessions/src/budget/index.ts";
import {
  memoryJournal,
  type AttemptModel,
  type BudgetStatus,
  type Effort,
  type Entry,
  type JournalStore,
  type ModelPrice,
  type OutcomeName,
  type Tool,
} from "../../../packages/protocol/src/index.ts";
import { seeded } from "../runner/seeded.ts";
import type { Wire } from "../wires/wires.ts";
import { billingServer, type Billed, type ServerPlan } from "./billing-server.ts";
import { speeches } from "./speech.ts";

export interface BudgetCase extends Pick<
  ServerPlan,
  "omitted" | "honoursLimit" | "tokensPerByte" | "failures"
> {
  readonly seed: number;
  /** Default: random. */
  readonly price?: ModelPrice;
  /** US dollars. */
  readonly maxCostUsd: number | undefined;
  readonly maxTokens: number | undefined;
  /** Of the model; `undefined`: unknown. */
  readonly outputTokens: number | undefined;
  readonly effort: Effort | undefined;
  /** Agents at work at once, on one budget. */
  readonly agents: number;
  /** The process is gone with this request, from 0, and another one goes on. */
  readonly crashAt: number | undefined;
}

export interface HeldCase {
  readonly billed: Billed;
  readonly spent: BudgetStatus;
  /** How the last run of each agent ended. */
  readonly outcomes: readonly OutcomeName[];
  /** Whether a process was gone in the middle. */
  readonly hasCrashed: boolean;
  /** What is not as it must be. */
  readonly broken: readonly string[];
}

const look: Tool = {
  name: "look",
  description: "Looks.",
  inputSchema: { type: "object" },
  effect: "reads",
  repeat: "safe",
  check: (value) => ({ ok: true, value }),
  call: async () => ({ content: [{ type: "text", text: "A result of some words. ".repeat(9) }] }),
};

/** Agents on one budget against a server that bills what it does, until none has anything more to do or to spend. */
export async function holdCase(wire: Wire, held: BudgetCase): Promise<HeldCase> {
  const speech = speeches[wire.name];
  if (!speech) throw new Error(`It is not known how ${wire.name} counts.`);
  const random = seeded(held.seed);
  const price = held.price ?? priceBy(random);
  const crash = new AbortController();
  const plain = wire
    .provider({ apiKey: "a-key", baseUrl: "http://127.0.0.1:9", env: {} })
    .model(wire.models[0]);
  const isHidden =
    plain.thinking?.(held.effort === undefined ? {} : { effort: held.effort }).isHidden ?? true;
  const plan: ServerPlan = {
    ...held,
    thinksUnseen: isHidden && held.honoursLimit,
    longest: 20_000,
    onRequest: (count) => {
      if (count === held.crashAt) crash.abort(new Error("The process was killed."));
    },
  };
  await using server = await billingServer(speech, price, plan, random);
  crash.signal.addEventListener("abort", () => server.hangUp(), { once: true });
  const retry = { retries: 2, firstWaitMs: 1, maxWaitMs: 1, maxRetryAfterMs: 1 };
  const settings = { apiKey: "a-key", baseUrl: server.url + wire.path, retry, env: {} };
  const known = wire.provider(settings).model(wire.models[0]);
  const limits = held.outputTokens === undefined ? {} : { outputTokens: held.outputTokens };
  const model: AttemptModel = { ...known, price, limits };
  const sessions = Array.from({ length: held.agents }, (_, at) => `s${at}`);

  const first = dyingJournal(crash.signal);
  let { spent, outcomes } = await work({
    held,
    model,
    sessions,
    journal: first.journal,
    before: undefined,
    signal: crash.signal,
  });
  const hasCrashed = crash.signal.aborted;
  if (hasCrashed) {
    const journal = await copyOf(first.entries, sessions);
    const before = sumOf(await Promise.all(sessions.map((session) => spentBefore(journal, session))));
    ({ spent, outcomes } = await work({ held, model, sessions, journal, before, signal: undefined }));
  }
  return { billed: server.billed, spent, outcomes, hasCrashed, broken: breaksOf(held, server.billed, spent) };
}

interface Work {
  readonly held: BudgetCase;
  readonly model: AttemptModel;
  readonly sessions: readonly string[];
  readonly journal: JournalStore;
  readonly before: SpentAmount | undefined;
  /** Aborted when the process is gone. */
  readonly signal: AbortSignal | undefined;
}

async function work({
  held,
  model,
  sessions,
  journal,
  before,
  signal,
}: Work): Promise<Pick<HeldCase, "spent" | "outcomes">> {
  const { maxCostUsd, maxTokens, effort } = held;
  const budget = createBudget([
    memoryLimit({ name: "session", maxCostUsd, maxTokens, ...(before ? { spent: before } : {}) }),
  ]);
  const agents = sessions.map((session, at) => {
    // Some have a limit of their own besides.
    const own =
      at % 2 === 1 ? createBudget([memoryLimit({ name: "agent", maxTokens: 60_000 })], budget) : budget;
    return createAgent({
      model,
      journal,
      session,
      budget: own,
      extensions: [look],
      system: "Work on. ".repeat(20),
      options: effort === undefined ? {} : { effort },
      ...(at === 0 ? { namer: model } : {}),
    });
  });
  const ended = Promise.all(agents.map((agent) => useUp(agent, signal)));
  const gone = new Promise<readonly OutcomeName[]>((resolve) =>
    signal?.addEventListener("abort", () => resolve([]), { once: true }),
  );
  const outcomes = await Promise.race([ended, gone]);
  // One that is killed closes nothing.
  if (!signal?.aborted) for (const agent of agents) await agent.close();
  const [spent] = budget.status();
  return { spent: spent!, outcomes };
}

async function useUp(agent: Agent, signal: AbortSignal | undefined): Promise<OutcomeName> {
  let last: OutcomeName = "internal";
  for (let times = 0; times < 4 && last !== "budget"; times++) {
    last = (await agent.run("Continue.", signal ? { signal } : {}).result).outcome;
  }
  return last;
}

/** What is appended after the end of its process is never there. */
function dyingJournal(end: AbortSignal): { journal: JournalStore; entries: Map<string, Entry[]> } {
  const kept = memoryJournal();
  const entries = new Map<string, Entry[]>();
  const journal: JournalStore = {
    ...kept,
    async append(session, seq, added) {
      if (end.aborted) return new Promise<void>(() => undefined);
      await kept.append(session, seq, added);
      entries.set(session, [...(entries.get(session) ?? []), ...added]);
    },
  };
  return { journal, entries };
}

async function copyOf(
  entries: ReadonlyMap<string, readonly Entry[]>,
  sessions: readonly string[],
): Promise<JournalStore> {
  const journal = memoryJournal();
  for (const session of sessions) {
    const own = entries.get(session) ?? [];
    if (own.length > 0) await journal.append(session, 0, own);
  }
  return journal;
}

function sumOf(all: readonly SpentAmount[]): SpentAmount {
  return {
    usd: all.reduce((sum, { usd }) => sum + usd, 0),
    tokens: all.reduce((sum, { tokens }) => sum + tokens, 0),
    isPriced: all.every(({ isPriced }) => isPriced),
    isEstimate: all.some(({ isEstimate }) => isEstimate),
  };
}

function priceBy(random: () => number): ModelPrice {
  const input = 1 + Math.floor(random() * 5);
  return { input, output: input * 5, cacheRead: input / 10, cacheWrite: input * 1.25 };
}

/** Dollars are sums of fractions. */
const tiny = 1e-9;

function breaksOf(
  { maxCostUsd, maxTokens }: BudgetCase,
  billed: Billed,
  spent: BudgetStatus,
): readonly string[] {
  const { spentUsd = Number.NaN, tokens } = spent;
  return [
    ...(spentUsd + tiny >= billed.usd ? [] : [`$${billed.usd} were billed, $${spentUsd} are charged.`]),
    ...(tokens >= billed.tokens ? [] : [`${billed.tokens} tokens were billed, ${tokens} are charged.`]),
    ...(maxCostUsd === undefined || spentUsd <= maxCostUsd + tiny
      ? []
      : [`$${spentUsd} of $${maxCostUsd} are spent.`]),
    ...(maxTokens === undefined || tokens <= maxTokens
      ? []
      : [`${tokens} of ${maxTokens} tokens are spent.`]),
    ...(billed.unlimited === 0 ? [] : [`${billed.unlimited} requests had no output limit.`]),
  ];
}

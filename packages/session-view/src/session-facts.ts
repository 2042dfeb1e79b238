import type {
  AgentEvent,
  BackgroundJob,
  BudgetStatus,
  Effort,
  Entry,
  EntryOf,
  Usage,
  SessionNamer,
} from "@skein/protocol";

/** Facts of the session as a whole. A rewind changes none of them. */
export interface SessionFacts {
  /** Its id; `undefined` before the first event, or the first entry of a journal. */
  readonly id: string | undefined;
  /** What people call it. */
  readonly name: { readonly name: string; readonly by: SessionNamer } | undefined;
  /** Only the journal says it; so for `parent` and `extensions`. */
  readonly cwd: string | undefined;
  /** Where it was forked from. */
  readonly parent: { readonly session: string; readonly seq: number } | undefined;
  /** The permission mode. */
  readonly mode: string | undefined;
  readonly extensions: readonly string[];
  /** Of the next call, as far as it is known: who was chosen, or went on when another one failed. */
  readonly provider: string | undefined;
  readonly model: string | undefined;
  /** `undefined`: the vendor's default. */
  readonly effort: Effort | undefined;
  /** The run that goes on, or that a crash has cut off. */
  readonly run: RunningRun | undefined;
  /** How much of each limit is used up, by the limit. Only live. */
  readonly budgets: Readonly<Record<string, BudgetStatus>>;
  /** Background jobs by extension, those that have ended too. Only live. */
  readonly jobs: Readonly<Record<string, readonly BackgroundJob[]>>;
  /** Of this session, without its subagents. */
  readonly spent: Spent;
}

export interface RunningRun {
  readonly id: string;
  /** Only live: the number of the model call, from 1. */
  readonly turn: number | undefined;
  /** Only live: what it waits for before it asks the model again. */
  readonly retry: { readonly ms: number; readonly reason: string; readonly attempt: number } | undefined;
}

/** What the calls of models have taken that have ended. */
export interface Spent {
  /** Also failed ones, and those beside the conversation. */
  readonly calls: number;
  /** Sums of the reported usage: a counter that was never reported is absent, not 0. */
  readonly usage: Usage;
  /** US dollars, as far as they are known. */
  readonly costUsd: number;
  /** Some of it is an upper bound. */
  readonly isEstimate: boolean;
  /** Whether the cost of some call is not in `costUsd`. */
  readonly hasUnknownCost: boolean;
}

const nothingSpent: Spent = {
  calls: 0,
  usage: {},
  costUsd: 0,
  isEstimate: false,
  hasUnknownCost: false,
};

export const noFacts: SessionFacts = {
  id: undefined,
  name: undefined,
  cwd: undefined,
  parent: undefined,
  mode: undefined,
  extensions: [],
  provider: undefined,
  model: undefined,
  effort: undefined,
  run: undefined,
  budgets: {},
  jobs: {},
  spent: nothingSpent,
};

export function factsAfterEntry(facts: SessionFacts, entry: Entry): SessionFacts {
  switch (entry.kind) {
    case "session-start": {
      const { id, cwd, parent, name } = entry;
      return named({ ...facts, id, cwd, parent }, name === undefined ? undefined : { name, by: "user" });
    }
    case "name":
      return named(facts, { name: entry.name, by: entry.by });
    case "settings": {
      const { provider, model, mode, extensions, options } = entry;
      return { ...facts, provider, model, mode, effort: options.effort, extensions };
    }
    case "run-start":
      return entry.run === null ? facts : startRun(facts, entry.run);
    case "outcome":
      return { ...facts, run: undefined };
    case "model-result":
      return isInherited(facts, entry) ? facts : { ...facts, spent: plusCall(facts.spent, entry) };
    default:
      return facts;
  }
}

/** Of an event of the session's own agent. */
export function factsAfterEvent(before: SessionFacts, event: AgentEvent): SessionFacts {
  const facts = withoutRetry(before.id === undefined ? { ...before, id: event.session } : before);
  switch (event.type) {
    case "run-start":
      return startRun(facts, event.run);
    case "turn-start":
      return facts.run ? { ...facts, run: { ...facts.run, turn: event.turn } } : facts;
    case "retry-wait": {
      const { ms, reason, attempt } = event;
      return facts.run ? { ...facts, run: { ...facts.run, retry: { ms, reason, attempt } } } : facts;
    }
    case "name":
      return named(facts, { name: event.name, by: event.by });
    case "settings": {
      const { provider, model, mode, effort } = event;
      return { ...facts, provider, model, mode, effort };
    }
    case "model-switched":
      return { ...facts, provider: event.provider, model: event.model };
    case "model-usage":
      return { ...facts, spent: plusCall(facts.spent, event) };
    case "budget":
      return { ...facts, budgets: { ...facts.budgets, [event.limit]: statusOf(event) } };
    case "jobs":
      return { ...facts, jobs: { ...facts.jobs, [event.extension]: event.jobs } };
    case "outcome":
      return { ...facts, run: undefined };
    default:
      return facts;
  }
}

/** Background jobs that run now. */
export function runningJobs({ jobs }: Pick<SessionFacts, "jobs">): readonly BackgroundJob[] {
  return Object.values(jobs)
    .flat()
    .filter(({ end }) => end === undefined);
}

/** Sums two sessions, or two calls. */
export function plusSpent(one: Spent, other: Spent): Spent {
  return {
    calls: one.calls + other.calls,
    usage: plusUsage(one.usage, other.usage),
    costUsd: one.costUsd + other.costUsd,
    isEstimate: one.isEstimate || other.isEstimate,
    hasUnknownCost: one.hasUnknownCost || other.hasUnknownCost,
  };
}

function plusCall(
  spent: Spent,
  call: { readonly usage: Usage; readonly costUsd?: number; readonly costIsEstimate?: true },
): Spent {
  const { usage, costUsd, costIsEstimate } = call;
  return plusSpent(spent, {
    calls: 1,
    usage,
    costUsd: costUsd ?? 0,
    isEstimate: costIsEstimate === true,
    hasUnknownCost: costUsd === undefined,
  });
}

function plusUsage(one: Usage, other: Usage): Usage {
  const sum: { -readonly [Counter in keyof Usage]: Usage[Counter] } = { ...one };
  for (const [counter, tokens] of Object.entries(other) as [keyof Usage, number | undefined][]) {
    if (tokens !== undefined) sum[counter] = (sum[counter] ?? 0) + tokens;
  }
  return sum;
}

/** A fork holds copies of its parent's entries; what they took is the parent's. */
function isInherited({ parent }: SessionFacts, { request }: EntryOf<"model-result">): boolean {
  return parent !== undefined && request <= parent.seq;
}

const ranks = { task: 0, model: 1, user: 2 } as const;

/** A name given by a person is replaced only by another such name, one of a model not by the first words. */
function named(facts: SessionFacts, name: SessionFacts["name"]): SessionFacts {
  if (!name || (facts.name && ranks[name.by] < ranks[facts.name.by])) return facts;
  return { ...facts, name };
}

function startRun(facts: SessionFacts, id: string): SessionFacts {
  return { ...facts, run: { id, turn: undefined, retry: undefined } };
}

/** Whatever comes next, the wait is over. */
function withoutRetry(facts: SessionFacts): SessionFacts {
  return facts.run?.retry ? { ...facts, run: { ...facts.run, retry: undefined } } : facts;
}

function statusOf(event: Extract<AgentEvent, { readonly type: "budget" }>): BudgetStatus {
  const { type: _, session: __, path: ___, seq: ____, isEnd: _____, ...status } = event;
  return status;
}

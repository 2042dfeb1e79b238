import { setTimeout } from "node:timers/promises";
import type { AgentEvent, Entry, RunResult } from "@skein/protocol";
import type { Sessions } from "@skein/runtime";
import { eventsOfEntries } from "./events-of-entries.ts";
import type { RunInfo } from "@skein/session-transfer/stream-json";
import { resultOfEvents } from "./run-result.ts";

/** Where the last run of a session stands, as far as others than its journal know. */
export interface RunStanding {
  /** The entry after which the run was submitted; absent for a run that no queue had. */
  readonly after?: number;
  /** Whether more is to come: it waits or runs, here or elsewhere. */
  readonly isOn: boolean;
}

export interface ReadLogParts {
  readonly sessions: Pick<Sessions, "entries" | "follow" | "context">;
  readonly session: string;
  readonly standing: () => Promise<RunStanding>;
  /** To its end, whichever processes write it; otherwise what there is. */
  readonly follows: boolean;
  /** Aborted, the run goes on without this reader. */
  readonly left: AbortSignal;
  /** Is called once, before the first event. */
  readonly begin: (info: RunInfo) => void;
  readonly tell: (event: AgentEvent) => void;
}

/** How often it is looked whether a run has ended without telling so; milliseconds. */
const lookMs = 500;

/**
 * Tells the last run of a session from its journal, which process or machine soever writes it.
 *
 * @returns how it ended last, `undefined` when it has not, or was left.
 */
export async function readLog(parts: ReadLogParts): Promise<RunResult | undefined> {
  const { sessions, session, begin, tell } = parts;
  const { after } = await parts.standing();
  const start = after ?? (await lastStart(parts));
  const eventsOf = eventsOfEntries(session);
  const resultOf = resultOfEvents(session);
  let result: RunResult | undefined;
  let known: Omit<RunInfo, "tools"> | undefined;
  /** What waits until it is known with which tools the run works. */
  let waiting: AgentEvent[] | undefined = [];
  const beginNow = async (): Promise<void> => {
    const { tools = [] } = await sessions.context(session);
    if (known) begin({ ...known, tools: tools.map(({ name }) => name) });
    waiting?.forEach(tell);
    waiting = undefined;
  };
  for await (const entry of entriesOf(parts)) {
    if (entry.kind === "session-start") known = { ...unknownRun(session), cwd: entry.cwd };
    if (entry.kind === "settings") known = { ...(known ?? unknownRun(session)), ...settingsOf(entry) };
    for (const event of eventsOf(entry)) {
      if (entry.seq <= start) continue;
      if (event.type === "run-start") result = undefined;
      result = resultOf(event) ?? result;
      if (waiting) waiting.push(event);
      else tell(event);
    }
    if (waiting && entry.seq > start && beginning.has(entry.kind)) await beginNow();
  }
  if (known && waiting) await beginNow();
  return result;
}

/** From these on nothing changes any more of what a run begins with. */
const beginning: ReadonlySet<Entry["kind"]> = new Set(["model-request", "outcome"]);

async function* entriesOf({ sessions, session, standing, follows, left }: ReadLogParts) {
  let next = 1;
  const over = new AbortController();
  if (follows) {
    void untilOver().finally(() => over.abort());
    try {
      for await (const entry of sessions.follow(session, next, AbortSignal.any([left, over.signal]))) {
        next = entry.seq + 1;
        yield entry;
      }
    } finally {
      over.abort();
    }
  }
  // What was written just before it was seen to be over.
  if (!left.aborted) yield* sessions.entries(session, next);

  /** A question that fails, as while the database is restarted, is asked again. */
  async function untilOver(): Promise<void> {
    while (!over.signal.aborted && (await standing().catch(() => ({ isOn: true }))).isOn)
      await setTimeout(lookMs, undefined, { signal: over.signal }).catch(() => undefined);
  }
}

/** The entry before the last run. */
async function lastStart({ sessions, session }: ReadLogParts): Promise<number> {
  let last = 1;
  for await (const { kind, seq } of sessions.entries(session)) if (kind === "run-start") last = seq;
  return last - 1;
}

function unknownRun(session: string): Omit<RunInfo, "tools"> {
  return { session, provider: "", model: "", role: undefined, cwd: "", mode: "", sandbox: "off" };
}

function settingsOf({ provider, model, mode, sandbox = "off" }: Extract<Entry, { kind: "settings" }>) {
  return { provider, model, mode, sandbox: sandbox as RunInfo["sandbox"] };
}

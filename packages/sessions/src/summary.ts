import { textOf, type Entry, type OutcomeName } from "@skein/protocol";

/** What a list of sessions shows of one. */
export interface SessionSummary {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly cwd: string | undefined;
  /** Milliseconds since the epoch; `undefined` for a journal without entries. */
  readonly startedAt: number | undefined;
  readonly lastAt: number | undefined;
  /** Of the first message; `undefined` when there is none. */
  readonly firstText: string | undefined;
  /** Replies of the model, also those that were cut off or made again. */
  readonly turns: number;
  /** How the last run ended; `undefined` when there was none. */
  readonly state: OutcomeName | "running" | "interrupted" | undefined;
  readonly provider: string | undefined;
  readonly model: string | undefined;
}

/**
 * @param isLeased - whether somebody writes the session now: a run without an outcome is then `running`, else
 *   `interrupted`.
 */
export function summary(entries: Iterable<Entry>, isLeased = false): SessionSummary {
  const found: { -readonly [Field in keyof SessionSummary]: SessionSummary[Field] } = {
    id: undefined,
    name: undefined,
    cwd: undefined,
    startedAt: undefined,
    lastAt: undefined,
    firstText: undefined,
    turns: 0,
    state: undefined,
    provider: undefined,
    model: undefined,
  };

  for (const entry of entries) {
    found.startedAt ??= entry.at;
    found.lastAt = entry.at;
    if (entry.kind === "session-start") {
      found.id = entry.id;
      found.name = entry.name;
      found.cwd = entry.cwd;
    } else if (entry.kind === "settings") {
      found.provider = entry.provider;
      found.model = entry.model;
    } else if (entry.kind === "user-message") found.firstText ??= textOf(entry.content);
    else if (entry.kind === "assistant-message") found.turns++;
    else if (entry.kind === "run-start") found.state = isLeased ? "running" : "interrupted";
    else if (entry.kind === "outcome") found.state = entry.outcome;
  }
  return found;
}

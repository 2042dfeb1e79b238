import {
  effectiveEntries,
  extractText,
  type Effort,
  type Entry,
  type EntryKind,
  type EntryOf,
  type RunState,
} from "@skein/protocol";
import { costs, type Cost } from "./costs.ts";

/** A session as a list shows it. */
export interface SessionSummary {
  readonly id: string | undefined;
  /** The last name given by a person, else the last one by a model, else the first words of the task. */
  readonly name: string | undefined;
  readonly cwd: string | undefined;
  /** The parent, if it is a fork. */
  readonly parent: { readonly session: string; readonly seq: number } | undefined;
  /** The call that started it, if it is a subagent's. */
  readonly child: { readonly session: string; readonly callId: string } | undefined;
  /** The git worktree that it works in. */
  readonly worktree: EntryOf<"session-start">["worktree"];
  /** The file or the title of the recipe that it runs, and how it was named. */
  readonly recipe: string | undefined;
  readonly recipeSource: EntryOf<"session-start">["recipeSource"];
  /** Milliseconds since the epoch; `undefined` for a journal without entries. */
  readonly startedAt: number | undefined;
  /** Time of the last entry. May be before `startedAt` if the clock was set back. */
  readonly lastAt: number | undefined;
  /** The first message that was not rewound; otherwise `undefined`. */
  readonly firstText: string | undefined;
  /** Model replies, including those that were cut off, restarted or rewound. */
  readonly turns: number;
  readonly isRewound: boolean;
  /** How the last run ended; `undefined` when there was none. */
  readonly state: RunState | undefined;
  readonly provider: string | undefined;
  readonly model: string | undefined;
  /** `undefined`: the vendor's default. */
  readonly effort: Effort | undefined;
  /** US dollars this session has spent, as far as known; without its parents' cost. */
  readonly costUsd: Cost["costUsd"];
  readonly hasUnknownCost: Cost["hasUnknownCost"];
}

/** The kinds that determine `summary`, apart from the times of the first and the last entry. */
export const summaryKinds: readonly EntryKind[] = [
  ...(["session-start", "name", "settings", "run-start", "outcome", "user-message"] as const),
  ...(["assistant-message", "rewind", "model-request", "model-result"] as const),
];

/**
 * @param isLeased - whether a process is writing the session: a run without an outcome is then `running`, else
 *   `interrupted`.
 */
export function summary(entries: Iterable<Entry>, isLeased = false): SessionSummary {
  const all = [...entries];
  const start = all.find((entry) => entry.kind === "session-start");
  const settings = all.findLast((entry) => entry.kind === "settings");
  const isRewound = all.some(({ kind }) => kind === "rewind");
  const first = (isRewound ? effectiveEntries(all) : all).find((entry) => entry.kind === "user-message");
  const { costUsd, hasUnknownCost } = costs(all);
  return {
    id: start?.id,
    name: nameIn(all),
    cwd: start?.cwd,
    parent: start?.parent,
    child: start?.child,
    worktree: start?.worktree,
    recipe: start?.recipe,
    recipeSource: start?.recipeSource,
    startedAt: all[0]?.at,
    lastAt: all.at(-1)?.at,
    firstText: first && extractText(first.content),
    turns: all.filter(({ kind }) => kind === "assistant-message").length,
    isRewound,
    state: stateIn(all, isLeased),
    provider: settings?.provider,
    model: settings?.model,
    effort: settings?.options.effort,
    costUsd,
    hasUnknownCost,
  };
}

function nameIn(entries: readonly Entry[]): string | undefined {
  let [byUser, byModel, byTask]: (string | undefined)[] = [];
  for (const entry of entries) {
    if (entry.kind === "session-start") byUser ??= entry.name;
    else if (entry.kind === "name" && entry.by === "user") byUser = entry.name;
    else if (entry.kind === "name" && entry.by === "model") byModel = entry.name;
    else if (entry.kind === "name") byTask = entry.name;
  }
  return byUser ?? byModel ?? byTask;
}

function stateIn(entries: readonly Entry[], isLeased: boolean): SessionSummary["state"] {
  const last = entries.findLast(({ kind }) => kind === "run-start" || kind === "outcome");
  if (last?.kind === "outcome") return last.outcome;
  return last && (isLeased ? "running" : "interrupted");
}

import { isAboutCall, type AttemptModel, type ContextBlob, type Entry, type EntryOf } from "@skein/protocol";
import type { Run } from "../run/run.ts";
import type { Pace } from "./pace.ts";
import type { RecordedChildren } from "./recorded-children.ts";
import type { RecordedContexts } from "./recorded-requests.ts";
import type { RecordedRun } from "./recorded-runs.ts";

export interface OutsideWorld {
  readonly run: Run;
  readonly pace: Pace;
  readonly children: RecordedChildren;
  readonly contexts: RecordedContexts;
  /** The system prompt and tools from now on. */
  readonly tell: (blob: ContextBlob) => void;
  readonly modelOf: (settings: EntryOf<"settings">) => AttemptModel;
}

/**
 * Repeats, at the recorded places, what came to the run from outside: messages, changes of mode, model
 * and effort, changed tools. Messages that were not delivered in this run are left out.
 */
export function replayOutside({ entries, start, settings }: RecordedRun, world: OutsideWorld): void {
  const { run, pace, contexts, tell, modelOf } = world;
  const queued = new Map<string, EntryOf<"queued">>();
  let last: Entry | undefined;
  let placed: Entry | undefined;
  /** Messages delivered together arrived before the first of them was delivered. */
  const since = ({ seq }: Entry) =>
    placed && placed.seq < seq && placed.seq > (last?.seq ?? 0) ? placed : undefined;
  const setAgain = (old: typeof settings, now: EntryOf<"settings">): Promise<void> => {
    if (old?.mode !== now.mode) return run.setMode(now.mode);
    const isEffort = old?.options.effort !== now.options.effort;
    return isEffort ? run.setEffort(now.options.effort) : run.setModel(modelOf(now));
  };
  let before = settings;
  for (const entry of entries) {
    if (entry.kind === "queued") queued.set(entry.id, entry);
    else if (entry.kind === "user-message" && entry.queued !== undefined) {
      const message = queued.get(entry.queued);
      if (message) pace.at(since(message) ?? last, () => attempt(say(message, world)));
      placed = entry;
    } else if (entry.kind === "settings" && entry.seq > start.seq) {
      const [old, now] = [before, entry];
      before = now;
      // The loop records a learned context window and the acceptance of a plan itself.
      if (now.contextTokens !== undefined || now.callId !== undefined) continue;
      pace.at(last, () => attempt(setAgain(old, now)));
    } else if (entry.kind === "context" && entry.seq > start.seq) {
      const told = contexts.get(entry.hash);
      if (told) pace.at(last, () => tell(told.blob));
    } else if (isOfTheLoop(entry)) last = entry;
  }
}

function say({ content, steer, child }: EntryOf<"queued">, { run, children }: OutsideWorld): Promise<void> {
  if (child !== undefined) return children.report(child);
  return steer ? run.steer(content) : run.queue(content);
}

/** Whether the loop writes the entry at its own place. */
export function isOfTheLoop(entry: Entry): boolean {
  switch (entry.kind) {
    case "model-request":
      return entry.purpose === "turn";
    case "question":
      return isAboutCall(entry.question);
    case "session-start":
    case "run-start":
    case "user-message":
    case "assistant-message":
    case "decision":
    case "tool-intent":
    case "tool-result":
    case "checkpoint":
    case "compaction":
    case "elision":
    case "dynamic-context":
      return true;
    default:
      return false;
  }
}

/** A run that has already ended rejects these; the difference shows in its entries. */
function attempt(action: Promise<void>): void {
  action.catch(() => undefined);
}

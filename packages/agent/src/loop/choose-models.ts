import {
  extractText,
  type AgentEventBody,
  type AttemptModel,
  type Entry,
  type EntryKind,
} from "@skein/protocol";
import { nudges } from "../run/nudges.ts";
import type { CompleteParts } from "../agent-parts.ts";
import type { AgentState } from "../agent-state.ts";

/** Consecutive failed tool calls after which the lead model takes over, and for how many model calls. */
const maxFailuresInARow = 2;
const helpTurns = 2;

export interface ModelChoice {
  /**
   * Sets the model in the state; call it before each model call. @returns why the model changed, if it did.
   */
  next(): Promise<string | undefined>;
}

const countedKinds: readonly EntryKind[] = ["model-request", "tool-result", "user-message"];

/**
 * Chooses lead or worker from the journal alone, so that a resumed session continues exactly as it would
 * have.
 */
export function chooseModels(
  { journal, session }: Pick<CompleteParts, "journal" | "session">,
  state: Pick<AgentState, "model" | "pair">,
): ModelChoice {
  const turns = countTurns(state.pair?.turns ?? 0);
  let from = 1;
  let before: Chosen | undefined;

  return {
    async next() {
      const { pair } = state;
      if (!pair) return undefined;
      for await (const entry of journal.read(session, from, countedKinds)) {
        turns.count(entry);
        from = entry.seq + 1;
      }
      const last = before ?? turns.last();
      before = turns.next();
      state.model = pair[before.by];
      return last === undefined || last.by === before.by ? undefined : before.why;
    },
  };
}

export function switchedTo({ provider, id }: AttemptModel, reason: string): AgentEventBody {
  return { type: "model-switched", provider, model: id, reason };
}

interface Chosen {
  readonly by: "lead" | "worker";
  readonly why: string;
}

function countTurns(leadTurns: number) {
  let [calls, failures, help] = [0, 0, 0];
  let why = "";
  let last: Chosen | undefined;

  function next(): Chosen {
    if (calls < leadTurns) return { by: "lead", why: "The lead model makes the first calls." };
    return help > 0 ? { by: "lead", why } : { by: "worker", why: "The lead model has finished its turns." };
  }

  function call(reason: string): void {
    [help, failures, why] = [helpTurns, 0, `The lead model takes over: ${reason}`];
  }

  return {
    next,
    last: () => last,
    count(entry: Entry): void {
      if (entry.kind === "model-request" && entry.purpose === "turn") {
        last = next();
        calls += 1;
        if (calls > leadTurns && help > 0) help -= 1;
        return;
      }
      if (last?.by !== "worker") return;
      if (entry.kind === "tool-result") {
        failures = isOwnFailure(entry) ? failures + 1 : 0;
        if (failures >= maxFailuresInARow) call(`${failures} tool calls in a row failed.`);
      } else if (entry.kind === "user-message" && isNudge(entry)) call("the reply was not an answer.");
    },
  };
}

/** Failures that the model caused, as opposed to a denial, an interruption or a crash. */
function isOwnFailure({ failure }: Extract<Entry, { kind: "tool-result" }>): boolean {
  if (!failure) return false;
  return !["denied", "interrupted", "unknown-outcome"].includes(failure.kind);
}

function isNudge({ from, content }: Extract<Entry, { kind: "user-message" }>): boolean {
  return from === "agent" && extractText(content) !== nudges.continueReply;
}

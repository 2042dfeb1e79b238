import type { AssistantPart, ToolCallPart } from "@skein/protocol";
import type { ImportWarning } from "./json-lines.ts";
import type { ReplyStep, ResultStep, Step } from "./steps.ts";

/** A reply whose calls have ids of their own, and the results of these calls in the order they came. */
export interface PairedReply {
  readonly content: readonly AssistantPart[];
  readonly calls: readonly ToolCallPart[];
  readonly results: readonly ResultStep[];
}

interface Slot {
  readonly id: string;
  readonly results: ResultStep[];
  isAnswered: boolean;
}

/**
 * Finds the call of each result, wherever both stand. The latest reply that has an unanswered call with its id
 * gets it; a result that comes before its call waits for it. An id that a session uses twice gets a number, since a call and its
 * result are told by it. Results without a call are warned of.
 */
export function pairResults(
  steps: readonly Step[],
  warnings: ImportWarning[],
): ReadonlyMap<ReplyStep, PairedReply> {
  const paired = new Map<ReplyStep, PairedReply>();
  const open = new Map<string, Slot[]>();
  const early = new Map<string, ResultStep>();
  const newId = createIds();

  for (const step of steps) {
    if (step.does === "reply") {
      const results: ResultStep[] = [];
      const content = step.content.map((part) => {
        if (part.type !== "tool-call" || step.isCutOff) return part;
        const slot: Slot = { id: newId(part.id), results, isAnswered: false };
        const waiting = early.get(part.id);
        if (waiting) answer(slot, waiting);
        else push(open, part.id, slot);
        early.delete(part.id);
        return slot.id === part.id ? part : { ...part, id: slot.id };
      });
      const calls = step.isCutOff ? [] : content.filter((part) => part.type === "tool-call");
      paired.set(step, { content, calls, results });
    } else if (step.does === "result") {
      const slots = open.get(step.callId);
      const latest = slots?.findLast(({ isAnswered }) => !isAnswered);
      const slot = slots?.find(({ results, isAnswered }) => !isAnswered && results === latest?.results);
      if (slot) answer(slot, step);
      else if (slots || early.has(step.callId))
        warnings.push({ message: `There is a second result of the call ${named(step.callId)}.` });
      else early.set(step.callId, step);
    }
  }
  for (const callId of early.keys())
    warnings.push({ message: `There is a result of the call ${named(callId)}, but no such call.` });
  return paired;
}

/** Ids come from the file and may be anything. */
function named(callId: string): string {
  return JSON.stringify(callId.slice(0, 80));
}

function answer(slot: Slot, result: ResultStep): void {
  slot.isAnswered = true;
  slot.results.push(slot.id === result.callId ? result : { ...result, callId: slot.id });
}

/** How many calls with one id are remembered: of more, the oldest stay without a result. */
const maxSlots = 64;

/** An answered call is never asked for again. */
function push(open: Map<string, Slot[]>, id: string, slot: Slot): void {
  const slots = open.get(id)?.filter(({ isAnswered }) => !isAnswered) ?? [];
  open.set(id, [...slots.slice(1 - maxSlots), slot]);
}

/** The first call with an id keeps it; the next ones are called `id-2`, `id-3` … */
function createIds(): (id: string) => string {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return (id) => {
    let free = id;
    for (let number = next.get(id) ?? 2; taken.has(free); number++) {
      free = `${id}-${number}`;
      next.set(id, number + 1);
    }
    taken.add(free);
    return free;
  };
}

import {
  createTranscript,
  extractText,
  type ContextPlan,
  type ContextView,
  type Entry,
  type Message,
} from "@skein/protocol";
import { estimateTokens, fixedTokens, messageTokens, textTokens } from "./tokens/estimate.ts";
import { saidByUser } from "./summary/record.ts";
import { usedTokens } from "./tokens/used.ts";

/** User messages that together take no more than this share of the context window must be kept word for word. */
const wordsShare = 0.04;

/**
 * Checks a plan against the rules of every compaction; returns sentences, none for a valid plan.
 *
 * - It contains only compactions and elisions, which name entries that the model sees.
 * - The conversation is smaller afterwards, and fits the context window by the estimate.
 * - The user's messages are still there.
 *
 * `createTranscript` guarantees that each tool call is followed by its result, whatever a plan names.
 */
export async function planProblems(view: ContextView, plan: ContextPlan): Promise<readonly string[]> {
  if (plan.entries.length === 0) return [];
  const journal: Entry[] = [];
  for await (const entry of view.read()) journal.push(entry);
  const shape = shapeBreaks(view, plan);
  if (shape.length > 0) return shape;
  const before = createTranscript(journal).messages();
  const after = createTranscript([...journal, ...entriesOf(plan, journal)]).messages();
  return [...sizeBreaks(view, before, after), ...wordBreaks(view, journal, after)];
}

/** As they would be in the journal. */
function entriesOf({ entries }: ContextPlan, journal: readonly Entry[]): readonly Entry[] {
  const last = journal.at(-1);
  const seq = last?.seq ?? 0;
  return entries.map((body, index) => ({
    v: 1,
    seq: seq + 1 + index,
    at: last?.at ?? 0,
    run: null,
    ...body,
  }));
}

function shapeBreaks({ entries }: ContextView, plan: ContextPlan): readonly string[] {
  const seen = new Map(entries.map((entry) => [entry.seq, entry.kind]));
  const lastSeq = Math.max(0, ...seen.keys());
  return plan.entries.flatMap((entry) => {
    switch (entry.kind) {
      case "elision":
        return entry.results
          .filter(({ seq, content }) => seen.get(seq) !== "tool-result" || content.length === 0)
          .map(({ seq }) => `Entry ${seq} is shortened, and is no tool result that the model sees.`);
      case "compaction": {
        const unseen = entry.pinned.filter((seq) => !seen.has(seq));
        const isFirst = Number.isInteger(entry.firstKept) && entry.firstKept >= 1;
        return [
          ...(entry.summary.trim() === "" ? ["The summary is empty."] : []),
          ...(isFirst && entry.firstKept <= lastSeq + 1
            ? []
            : [`firstKept is ${entry.firstKept}, and must be a number from 1 to ${lastSeq + 1}.`]),
          ...unseen.map((seq) => `Entry ${seq} is pinned, and the model does not see it.`),
        ];
      }
      default:
        return [`A plan holds compactions and elisions, not "${(entry as Entry).kind}".`];
    }
  });
}

function sizeBreaks(
  view: ContextView,
  before: readonly Message[],
  after: readonly Message[],
): readonly string[] {
  const sum = (messages: readonly Message[]) =>
    messages.reduce((total, message) => total + messageTokens(message), 0);
  const breaks: string[] = [];
  const [was, is] = [sum(before), sum(after)];
  if (is >= was)
    breaks.push(
      `The conversation takes ${is} tokens after the compaction and ${was} before: it is not smaller.`,
    );
  const { window } = view;
  if (window === undefined) return breaks;
  const scale = usedTokens(view) / Math.max(1, estimateTokens(view.request));
  const fixed = fixedTokens(view.request) * scale;
  const total = Math.round(fixed + is * scale);
  if (total > window && fixed < window * 0.5)
    breaks.push(`The request takes ${total} tokens, and the window has ${window}.`);
  return breaks;
}

function wordBreaks(
  view: ContextView,
  journal: readonly Entry[],
  after: readonly Message[],
): readonly string[] {
  const base = view.window ?? usedTokens(view);
  const scale = usedTokens(view) / Math.max(1, estimateTokens(view.request));
  const said = saidByUser(journal).filter(({ text }) => text.trim() !== "");
  const tokens = said.reduce((total, { text }) => total + textTokens(text) + 6, 0);
  // Where nearly everything is used by what cannot be made smaller, or after repeated rejections, user messages are
  // clipped too.
  if (fixedTokens(view.request) * scale > base * 0.1 || view.overflows > 2) return [];
  if (tokens * scale > base * wordsShare) return [];
  const texts = after.flatMap(({ role, content }) => (role === "user" ? [extractText(content)] : []));
  return saidTexts(journal)
    .filter(({ text }) => !texts.some((shown) => shown.includes(text)))
    .map(({ seq }) => `What the user said in entry ${seq} is gone.`);
}

function saidTexts(journal: readonly Entry[]) {
  return journal.flatMap((entry) =>
    entry.kind === "user-message" && (entry.from === "user" || entry.from === "steer")
      ? [{ seq: entry.seq, text: extractText(entry.content).trim() }]
      : [],
  );
}

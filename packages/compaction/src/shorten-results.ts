import { groupedNumber, extractText, type ContextChange, type ToolContentPart } from "@skein/protocol";
import { clipHead, clipTail } from "./clip.ts";
import type { MessageGroup, ShownResult } from "./message-groups.ts";
import { partsTokens } from "./tokens/estimate.ts";

/** Characters of a result that are kept. */
export interface ShortForm {
  readonly head: number;
  readonly tail: number;
}

export interface Shortened {
  readonly seq: number;
  readonly content: readonly ToolContentPart[];
  /** Tokens that this frees. */
  readonly saved: number;
}

export const usualForm: ShortForm = { head: 400, tail: 300 };

/** Fewer tokens are not worth a cache miss. */
const leastSaved = 80;
/** The prefix of a short form, which tells it from a real result. */
const mark = "[Shortened:";

/**
 * Short forms of the results of these replies, the oldest first, until enough is freed.
 *
 * @param wanted - tokens to free; `Infinity` for as many as possible.
 * @param stays - tools whose results are never shortened.
 */
export function shortenResults(
  groups: readonly MessageGroup[],
  options: {
    readonly wanted: number;
    readonly stays: readonly string[];
    readonly recall: string | undefined;
    readonly form?: ShortForm;
  },
): readonly Shortened[] {
  const { wanted, stays, recall, form = usualForm } = options;
  const shortened: Shortened[] = [];
  let saved = 0;
  for (const { results } of groups) {
    for (const result of results) {
      if (saved >= wanted) return shortened;
      if (stays.includes(result.entry.name)) continue;
      const short = shortFormOf(result, recall, form);
      if (!short) continue;
      shortened.push(short);
      saved += short.saved;
    }
  }
  return shortened;
}

export function elisionOf(shortened: readonly Shortened[]): readonly ContextChange[] {
  if (shortened.length === 0) return [];
  return [{ kind: "elision", results: shortened.map(({ seq, content }) => ({ seq, content })) }];
}

/** @returns `undefined` when there is little to gain. */
function shortFormOf(
  result: ShownResult,
  recall: string | undefined,
  form: ShortForm,
): Shortened | undefined {
  const { entry, content, tokens } = result;
  const shown = extractText(content);
  if (shown.includes(mark) && form === usualForm) return undefined;
  const text = extractText(entry.content);
  const head = clipHead(text, form.head);
  const tail = clipTail(text, form.tail);
  const missing = text.length - head.length - tail.length;
  const others = entry.content.filter(({ type }) => type !== "text").length;
  const note = noteOf(result, { missing, others, recall });
  const lines = missing > 0 ? [head, note, tail] : [text, note];
  const short: readonly ToolContentPart[] = [
    { type: "text", text: lines.filter((line) => line !== "").join("\n") },
  ];
  const saved = tokens - 4 - partsTokens(short);
  return saved < Math.max(leastSaved, tokens * 0.3) ? undefined : { seq: entry.seq, content: short, saved };
}

function noteOf(
  { entry }: ShownResult,
  { missing, others, recall }: { missing: number; others: number; recall: string | undefined },
): string {
  const left = [
    ...(missing > 0 ? [`${groupedNumber(missing)} characters`] : []),
    ...(others > 0 ? [`${others} ${others === 1 ? "image or file" : "images or files"}`] : []),
  ].join(" and ");
  const files = (entry.artifacts ?? []).map(({ path }) => path);
  const ways = [
    ...(recall === undefined ? [] : [`call ${recall} with {"id":"${entry.callId}"}`]),
    ...(files.length === 0 ? [] : [`read ${files.join(", ")}`]),
  ];
  const way =
    ways.length === 0 ? "make the call again if you need it" : `for the whole, ${ways.join(", or ")}`;
  return `${mark} ${left} left out to save room; ${way}.]`;
}

import type { JsonObject } from "@skein/protocol";
import { textTokens } from "../tokens/estimate.ts";
import { firstLine, sections } from "./prompts.ts";

export interface SummaryParts {
  readonly words: string;
  readonly parts: string;
  readonly index: string;
  readonly last: string;
  /** Messages that it replaces. */
  readonly earlier: number;
}

export interface SummaryNotes {
  readonly notes: string;
  readonly receipt: JsonObject;
  readonly recall: string | undefined;
}

/** Of the receipt, in the text. */
const mostTokens = 150;

export function summaryText(parts: SummaryParts, { notes, receipt, recall }: SummaryNotes): string {
  const { entries, messages, calls, by } = receipt;
  const whole = JSON.stringify({ entries, messages, calls, by });
  const texts = [
    [sections.words, parts.words],
    [sections.kept, parts.parts],
    [sections.notes, notes],
    [sections.index, parts.index],
    [sections.last, parts.last],
    [sections.receipt, textTokens(whole) <= mostTokens ? whole : JSON.stringify({ entries, messages, by })],
  ] as const;
  return [
    firstLine(parts.earlier, recall),
    ...texts.filter(([, text]) => text !== "").map(([heading, text]) => `${heading}\n${text}`),
  ].join("\n\n");
}

import { clipHead, clipToLine, clipTail } from "../clip.ts";
import { textTokens } from "../tokens/estimate.ts";

/** A message of the user. */
export interface UserMessageText {
  readonly seq: number;
  readonly text: string;
}

/** Words that suggest that a sentence is a lasting rule. */
const ruleWords =
  /\b(always|never|must|mustn't|don't|do not|only|should|shouldn't|important|remember|prefer|from now on|make sure|avoid|instead of|without|keep|rule|immer|niemals?|nicht|muss|darf|nur|wichtig|bitte|toujours|jamais|doit|seulement|siempre|nunca|debe|solo)\b/i;

/** A longer message is huge: pasted text, for example. */
const hugeTokens = 300;
const widths = [200, 100, 50] as const;

interface Line {
  readonly seqs: readonly number[];
  readonly text: string;
  readonly isRule: boolean;
  shown: string;
  tokens: number;
}

/**
 * All that the user said, in order, each message with its number. What does not fit is clipped: huge messages first,
 * then the oldest, those with a rule last; at least one line of each stays. Only when not even those fit, messages
 * are just counted.
 *
 * @param budget - tokens.
 */
export function userWords(said: readonly UserMessageText[], budget: number): string {
  const lines = linesOf(said);
  let total = lines.reduce((sum, line) => sum + line.tokens, 0);
  const huge = Math.max(hugeTokens, budget / 4);
  const clip = (which: readonly Line[], shorten: (text: string) => string) => {
    for (const line of which) {
      if (total <= budget) return;
      const shown = labelled(line.seqs, shorten(line.text));
      const tokens = textTokens(shown) + 1;
      if (tokens >= line.tokens) continue;
      total -= line.tokens - tokens;
      Object.assign(line, { shown, tokens });
    }
  };
  const plain = lines.filter(({ isRule }) => !isRule);
  const rules = lines.filter(({ isRule }) => isRule);
  clip(
    lines.filter(({ tokens }) => tokens > huge),
    (text) => headTailRules(text, huge * 2),
  );
  clip(
    plain.filter(({ tokens }) => tokens > hugeTokens),
    (text) => headTailRules(text, hugeTokens * 2),
  );
  clip(plain, (text) => clipToLine(text, widths[0]));
  clip(rules, (text) => headTailRules(text, hugeTokens));
  for (const width of widths) {
    clip(plain, (text) => clipToLine(text, width));
    clip(rules, (text) => clipToLine(ruleOf(text), width));
  }
  if (total <= budget) return lines.map(({ shown }) => shown).join("\n");
  return newestThatFit(lines, budget);
}

function linesOf(said: readonly UserMessageText[]): readonly Line[] {
  const seqs = new Map<string, number[]>();
  for (const { seq, text } of said) {
    const trimmed = text.trim();
    seqs.set(trimmed, [...(seqs.get(trimmed) ?? []), seq]);
  }
  return [...seqs].map(([text, of]) => {
    const shown = labelled(of, text);
    return { seqs: of, text, isRule: ruleWords.test(text), shown, tokens: textTokens(shown) + 1 };
  });
}

function labelled(seqs: readonly number[], text: string): string {
  const shown = seqs.length <= 4 ? seqs : [...seqs.slice(0, 2), "…", seqs.at(-1)];
  return `[${shown.join(", ")}] ${text}`;
}

/** The head, the tail, and between them each sentence that sounds like a rule. */
function headTailRules(text: string, characters: number): string {
  const head = clipHead(text, characters * 0.4);
  const tail = clipTail(text.slice(head.length), characters * 0.2);
  const between = text.slice(head.length, text.length - tail.length);
  const rules: string[] = [];
  let left = characters;
  for (const sentence of sentencesOf(between)) {
    if (!ruleWords.test(sentence) || sentence.length > left) continue;
    rules.push(sentence);
    left -= sentence.length;
  }
  const missing = between.length - rules.join("").length;
  return missing <= 0 ? text : [head, `… (${missing} characters left out)`, ...rules, tail].join("\n");
}

/** From the first sentence that sounds like a rule. */
function ruleOf(text: string): string {
  return sentencesOf(text).find((sentence) => ruleWords.test(sentence)) ?? text;
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** The last resort: rules before the rest, the newest before the oldest. */
function newestThatFit(lines: readonly Line[], budget: number): string {
  const kept = new Set<Line>();
  const note = (count: number) => `(${count} more messages of the user are left out here.)`;
  let left = budget - textTokens(note(lines.length)) - 1;
  const newest = lines.toReversed();
  const order = [...newest.filter(({ isRule }) => isRule), ...newest.filter(({ isRule }) => !isRule)];
  for (const line of order) {
    if (line.tokens > left) continue;
    kept.add(line);
    left -= line.tokens;
  }
  const shown = lines.filter((line) => kept.has(line)).map((line) => line.shown);
  return [note(lines.length - kept.size), ...shown].join("\n");
}

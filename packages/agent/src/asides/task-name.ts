import { extractText, type EntryBody, type UserPart } from "@skein/protocol";
import type { RunNeeds } from "../run/run-scope.ts";

/** In terminal columns, including the ellipsis. */
const maxColumns = 60;
/** The name is cut inside a word rather than become shorter than this. */
const leastColumns = 30;
/** Only the beginning of a long task is considered. */
const readCharacters = 4_000;

/**
 * Names an unnamed session after the first words of its first message, without a model. Happens once: a
 * removed name does not come back, and older sessions are not named.
 */
export function nameFromTask(
  { parts, log }: RunNeeds<"log", "nameFromTask" | "name" | "redact">,
  input: readonly UserPart[],
): readonly EntryBody[] {
  if (!parts.nameFromTask || parts.name !== undefined || log.name() !== undefined) return [];
  if (log.transcript.messages().length > 0) return [];
  const name = taskName(parts.redact(extractText(input)));
  return name === "" ? [] : [{ kind: "name", name, by: "task" }];
}

/**
 * A session's name from its task: the first non-empty line as plain text, cut between words to 60 columns.
 *
 * @param task - already redacted, because redaction cannot recognize a secret that was cut.
 * @returns "" when there are no words.
 */
export function taskName(task: string): string {
  const lines = task
    .slice(0, readCharacters)
    .toWellFormed()
    .replace(sequences, "")
    .split(/[\r\n\u2028\u2029]+/);
  for (const line of lines) {
    const name = plain(line);
    if (patternsFor(name).word.test(name)) return cut(name);
  }
  return "";
}

// oxlint-disable-next-line no-control-regex
const sequences = /\u001B\[[0-?]*[ -/]*[@-~]|\u001B\][^\u0007\u001B\n]*(?:\u0007|\u001B\\)?/g;
interface Patterns {
  readonly unseen: RegExp;
  /** A letter, a number or a symbol. */
  readonly word: RegExp;
}

/** The same as `anyPatterns`, for ASCII. */
// oxlint-disable-next-line no-control-regex
const asciiPatterns: Patterns = { unseen: /[\u0000-\u001F\u007F]/g, word: /[A-Za-z0-9$+<=>^`|~]/ };
let anyPatterns: Patterns | undefined;

/** Patterns that look up properties of Unicode take 5 ms to make: a text in ASCII does without them. */
function patternsFor(text: string): Patterns {
  // oxlint-disable-next-line no-control-regex
  if (/^[\u0000-\u007F]*$/.test(text)) return asciiPatterns;
  return (anyPatterns ??= {
    // Keeps the joiner U+200D and the variation selectors, which hold emoji together.
    unseen: new RegExp(
      String.raw`(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]|[\u{E0100}-\u{E01EF}]`,
      "gu",
    ),
    word: new RegExp(String.raw`[\p{L}\p{N}\p{S}]`, "u"),
  });
}

/** A line without Markdown markup: headings, lists, quotes, fences, links, emphasis, lone tags. */
function plain(line: string): string {
  return line
    .replace(patternsFor(line).unseen, " ")
    .replace(/^\s*(?:`{3,}|~{3,}).*$/, "")
    .replace(/^\s*<\/?[A-Za-z!][^<>]*>\s*$/, "")
    .replace(/^\s*(?:(?:#{1,6}|>|[-*+]|\d{1,3}[.)])\s+)+/, "")
    .replaceAll(/!?\[([^[\]]+)\]\([^()\s]*\)/g, "$1")
    .replaceAll(/(\*{1,3})(?=[^\s*])([^*]+)\1/g, "$2")
    .replaceAll("`", "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function cut(text: string): string {
  let [columns, end, word] = [0, 0, 0];
  for (const { segment, index } of graphemes(text)) {
    columns += columnsOf(segment);
    if (columns > maxColumns) return `${text.slice(0, word > 0 ? word : end)}…`;
    if (columns >= maxColumns) continue; // the last column is the mark's, if there is more
    if (segment === " " && columns > leastColumns) word = index;
    end = index + segment.length;
  }
  return text;
}

/** The segmenter loads its data for 8 ms; a text in ASCII does without it. */
function graphemes(text: string): Iterable<{ readonly segment: string; readonly index: number }> {
  if (/^[ -~]*$/.test(text)) return Array.from(text, (segment, index) => ({ segment, index }));
  return new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text);
}

let widePattern: RegExp | undefined;

/** The pattern is made when it is first used: a literal looks up scripts and emoji when the file is parsed. */
function columnsOf(grapheme: string): number {
  if (/^[ -~]$/.test(grapheme)) return 1;
  widePattern ??= new RegExp(
    String.raw`^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6]|\uFE0F`,
    "u",
  );
  return widePattern.test(grapheme) ? 2 : 1;
}

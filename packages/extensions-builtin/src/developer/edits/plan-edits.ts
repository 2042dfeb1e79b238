import { escapeName, type ToolFailure } from "@skein/protocol";
import { looseMatch } from "./loose-match.ts";
import { nearestLines } from "./nearest-lines.ts";
import { sourceSplice } from "./source-splice.ts";
import { sourcePosition, spellOut, type SpelledText } from "./spelled-out.ts";
import { findText, lineOf, type Splice, type TextMatch } from "./text-match.ts";

const mostPlaces = 10;

export interface Edit {
  readonly old_text: string;
  readonly new_text: string;
  readonly replace_all?: boolean | undefined;
}

export interface PlannedChanges {
  /** In the order of the file. */
  readonly changes: readonly Splice[];
  /** First lines of places where only the white space of `old_text` was different. */
  readonly loose: readonly number[];
}

export interface PlanOptions {
  readonly path: string;
  /** Whether the model may be told what the file contains. */
  readonly mayQuote: boolean;
  /** Whether the model knows the file as it is: else only text that occurs exactly so, once, is replaced. */
  readonly isKnown: boolean;
}

/** Why an edit cannot be made. */
interface Problem {
  /** @param where - the file, by its name or as "the file". */
  readonly what: (where: string) => string;
  readonly hint?: string;
}

/**
 * The changes that edits make, all of them in the file as it is, or why one of them cannot be made.
 * Escapes that the model was shown in place of characters are these characters.
 */
export function planEdits(
  text: string,
  edits: readonly Edit[],
  options: PlanOptions,
): PlannedChanges | ToolFailure {
  const file = spellOut(text);
  const found = edits.map((edit) => findEdit(file, { ...edit, source: text }, options));
  const problems = found.flatMap((each, index) => ("what" in each ? [{ ...each, number: index + 1 }] : []));
  const [first] = problems;
  if (first && edits.length === 1) return failed(first.what(escapeName(options.path)), first.hint);
  if (first) {
    const texts = problems.map(({ number, what, hint }) =>
      [`Edit ${number}: ${what("the file")}.`, ...(hint === undefined ? [] : [hint])].join("\n"),
    );
    return failed(
      `${problems.length} of ${edits.length} edits of ${escapeName(options.path)} cannot be made`,
      `${texts.join("\n")}\nMake the call again with all edits.`,
    );
  }
  const places = found.flatMap((each, edit) =>
    "what" in each ? [] : each.changes.map((change) => ({ edit, change })),
  );
  const sorted = places.toSorted((a, b) => a.change.start - b.change.start || a.change.end - b.change.end);
  const clash = sorted.findIndex(({ change }, index) => change.start < (sorted[index - 1]?.change.end ?? 0));
  if (clash !== -1) return overlap(sorted.slice(clash - 1, clash + 1).map(({ edit }) => edit + 1));
  return {
    changes: sorted.map(({ change }) => change),
    loose: found.flatMap((each) => ("what" in each ? [] : each.loose)),
  };
}

interface SourceEdit extends Edit {
  /** The file, nothing of it spelled out. */
  readonly source: string;
}

function findEdit(file: SpelledText, edit: SourceEdit, options: PlanOptions): PlannedChanges | Problem {
  const { old_text: oldText, new_text: newText, replace_all: all, source } = edit;
  if (oldText === "") {
    const hint = "Give the text to replace; to make a file, use write.";
    return { what: () => "old_text is empty", hint };
  }
  if (oldText === newText) return { what: () => "old_text and new_text are the same" };
  const added = spellOut(newText);
  const matches = bestMatches(file, findText(file.text, spellOut(oldText).text, added.text), edit);
  const [first] = matches;
  if (first && (matches.length === 1 || (all && options.isKnown))) return changesOf(file, added, { matches });
  if (!first) return withoutMatch(file, edit, options);
  const lines = matches.map(({ range }) => lineOf(source, sourcePosition(file, range.start)));
  return severalTimes(lines, all === true);
}

/** Those that are the old text as it was given, if there are any; else those that are shown as it. */
function bestMatches(
  file: SpelledText,
  matches: readonly TextMatch[],
  { old_text: oldText, source }: SourceEdit,
): readonly TextMatch[] {
  if (file.units.length === 0) return matches;
  const wanted = oldText.replaceAll("\r\n", "\n");
  const exact = matches.filter(({ range }) => {
    const [start, end] = [sourcePosition(file, range.start), sourcePosition(file, range.end)];
    return source.slice(start, end).replaceAll("\r\n", "\n") === wanted;
  });
  return exact.length > 0 ? exact : matches;
}

function changesOf(
  file: SpelledText,
  added: SpelledText,
  { matches, loose = [] }: { readonly matches: readonly TextMatch[]; readonly loose?: readonly number[] },
): PlannedChanges | Problem {
  const changes: Splice[] = [];
  for (const match of matches) {
    const change = sourceSplice(file, added, match);
    if ("unclear" in change) return unclear(change.unclear);
    changes.push(change);
  }
  return { changes, loose };
}

function unclear(shown: string): Problem {
  if (shown === "\uFFFD") {
    return {
      what: (where) => `new_text has \uFFFD, and the bytes shown so in ${where} differ`,
      hint: "Leave each \uFFFD where it is, or leave them out of both texts.",
    };
  }
  return {
    what: (where) =>
      `It is unclear whether ${shown} in new_text is that escape or the character shown so in ${where}`,
    hint: `Leave each ${shown} of old_text where it is; make other changes in edits of their own.`,
  };
}

function severalTimes(lines: readonly number[], isAll: boolean): Problem {
  if (isAll) {
    return {
      what: (where) => `old_text is there ${lines.length} times in ${where}, which you have not read`,
      hint: "Read it, then make the call again.",
    };
  }
  return {
    what: (where) => `old_text is there ${lines.length} times in ${where}, at lines ${linesText(lines)}`,
    hint: "Add lines around it so that only one place matches, or set replace_all.",
  };
}

function withoutMatch(
  file: SpelledText,
  edit: SourceEdit,
  { mayQuote, isKnown }: PlanOptions,
): PlannedChanges | Problem {
  const { old_text: oldText, new_text: newText, source } = edit;
  const added = spellOut(newText);
  const { match, lines } = looseMatch(file.text, spellOut(oldText).text, added.text);
  if (match && isKnown) return changesOf(file, added, { matches: [match], loose: lines });
  const what = (where: string) => `old_text is not in ${where}`;
  if (!mayQuote) return { what, hint: "Read the file for its exact text." };
  if (lines.length > 1) {
    const hint = `But for white space it is there ${lines.length} times, at lines ${linesText(lines)}. Give the exact text, with lines around it so that only one place matches.`;
    return { what, hint };
  }
  const made = newText.trim() === "" ? -1 : source.indexOf(newText);
  const note = made === -1 ? "" : `new_text is there already, at line ${lineOf(source, made)}. `;
  return { what, hint: note + nearestLines(source, oldText) };
}

function overlap([one, other]: readonly number[]): ToolFailure {
  return failed(
    `Edits ${one} and ${other} change the same place`,
    "Each is made in the file as it is: join the two to one edit.",
  );
}

function failed(what: string, hint?: string): ToolFailure {
  return {
    kind: "failed",
    message: `${what}; nothing was changed.`,
    ...(hint === undefined ? {} : { hint }),
  };
}

function linesText(lines: readonly number[]): string {
  return `${lines.slice(0, mostPlaces).join(", ")}${lines.length > mostPlaces ? ", …" : ""}`;
}

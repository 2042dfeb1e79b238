import { escapeName } from "@skein/extension-kit";
import type { ToolFailure } from "@skein/protocol";
import { looseMatch } from "./loose-match.ts";
import { nearestLines } from "./nearest-lines.ts";
import { bytesOf, lineOf, splices, textOfBytes, type Splice } from "./text-match.ts";

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
 *
 * @param file - UTF-8, one character per byte.
 */
export function planEdits(
  file: string,
  edits: readonly Edit[],
  options: PlanOptions,
): PlannedChanges | ToolFailure {
  const found = edits.map((edit) => findEdit(file, edit, options));
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

function findEdit(file: string, edit: Edit, options: PlanOptions): PlannedChanges | Problem {
  const { old_text: oldText, new_text: newText, replace_all: all } = edit;
  if (oldText === "") {
    const hint = "Give the text to replace; to make a file, use write.";
    return { what: () => "old_text is empty", hint };
  }
  if (oldText === newText) return { what: () => "old_text and new_text are the same" };
  const found = splices(file, oldText, newText);
  const [one] = found;
  if (one && (found.length === 1 || (all && options.isKnown))) return { changes: found, loose: [] };
  return one ? severalTimes(file, found, all === true) : withoutMatch(file, edit, options);
}

function severalTimes(file: string, found: readonly Splice[], isAll: boolean): Problem {
  if (isAll) {
    return {
      what: (where) => `old_text is there ${found.length} times in ${where}, which you have not read`,
      hint: "Read it, then make the call again.",
    };
  }
  const lines = found.map(({ start }) => lineOf(file, start));
  return {
    what: (where) => `old_text is there ${found.length} times in ${where}, at lines ${linesText(lines)}`,
    hint: "Add lines around it so that only one place matches, or set replace_all.",
  };
}

function withoutMatch(
  file: string,
  edit: Edit,
  { mayQuote, isKnown }: PlanOptions,
): PlannedChanges | Problem {
  const { old_text: oldText, new_text: newText } = edit;
  const loose = looseMatch(file, oldText, newText);
  if (loose.splice && isKnown) return { changes: [loose.splice], loose: loose.lines };
  const what = (where: string) => `old_text is not in ${where}`;
  if (!mayQuote) return { what, hint: "Read the file for its exact text." };
  if (loose.lines.length > 1) {
    const hint = `But for white space it is there ${loose.lines.length} times, at lines ${linesText(loose.lines)}. Give the exact text, with lines around it so that only one place matches.`;
    return { what, hint };
  }
  const made = newText.trim() === "" ? -1 : file.indexOf(bytesOf(newText));
  const note = made === -1 ? "" : `new_text is there already, at line ${lineOf(file, made)}. `;
  return { what, hint: note + nearestLines(textOfBytes(file), oldText) };
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

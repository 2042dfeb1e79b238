import { readFile, stat } from "node:fs/promises";
import { defineTool, type ToolReturn } from "@skein/extension-kit";
import {
  escapeName,
  groupedNumber,
  type PrecheckContext,
  type Tool,
  type ToolContext,
  type ToolFailure,
} from "@skein/protocol";
import { replaceRanges, type DecodedText, type Encoding } from "@skein/platform/text";
import { fields, flag, objects, optional, text } from "../fields.ts";
import { editDiff, editPreview } from "./edits/edit-diff.ts";
import { keepRecord, keptRecord } from "./edits/edit-record.ts";
import { planEdits, type Edit, type PlannedChanges } from "./edits/plan-edits.ts";
import { changedSince } from "./edits/stale-file.ts";
import { fileText, guessProblem, noCode, statedEncoding } from "./edits/file-text.ts";
import { refuseReadOnly } from "./edits/refuse-read-only.ts";
import { withStoredSecrets, type SecretSource } from "./edits/secret-placeholders.ts";
import { spellOut } from "./edits/spelled-out.ts";
import { withoutMark } from "./edits/written-form.ts";
import { hashOf } from "./hash-of.ts";
import { mostEditedBytes } from "./known-files/most-edited-bytes.ts";
import { refuseIgnoredWrite } from "./ignore-files/refuse-ignored.ts";
import type { KnownFiles } from "./known-files/known-files.ts";
import { currentContent, writeContent, type OpenFiles } from "./open-files.ts";
import { findNearPath, nearPathNote, type NearPath } from "./near-path.ts";
import { absolutePath, fileResource, pathFailure } from "./paths.ts";

const oneEdit = {
  old_text: text(),
  new_text: text(),
  replace_all: optional(flag()),
};

interface EditInput extends Edit {
  readonly path: string;
  readonly more?: readonly Edit[] | undefined;
  readonly encoding?: string | undefined;
}

export const editTool = (known: KnownFiles, openFiles?: OpenFiles): Tool =>
  defineTool({
    name: "edit",
    description:
      "Replace text in a file. old_text must be exactly as in the file, without line numbers, and occur once: add lines around it until it does.",
    effect: "writes",
    input: fields({
      path: text(),
      ...oneEdit,
      more: optional(objects(oneEdit, "More edits of the file as it is now: all are made, or none")),
      encoding: optional(text()),
    }),
    resources: ({ path }, cwd) => fileResource(path, cwd),
    prechecksAs: "read",
    async precheck(input, context) {
      const { path } = findNearPath(absolutePath(input.path, context.cwd));
      try {
        const planned = await plannedEdit(input, path, {
          known,
          openFiles,
          context,
          mayQuote: context.mayQuote,
        });
        if ("kind" in planned) return planned;
        const preview = editPreview(planned.file.text, planned.changes);
        return preview === undefined ? undefined : { preview };
      } catch (error) {
        return pathFailure(error, path);
      }
    },
    async run(input, context) {
      const { cwd, callFolder } = context;
      const near = findNearPath(absolutePath(input.path, cwd));
      const { path } = near;
      try {
        const planned = await plannedEdit(input, path, { known, openFiles, context, mayQuote: true });
        if ("kind" in planned) return planned;
        const { before, after, file, changes } = planned;
        const result = `${summary(near, planned)}:\n${editDiff(file.text, changes)}`;
        if (callFolder !== undefined) {
          await keepRecord(callFolder, { before: hashOf(before), after: hashOf(after), text: result });
        }
        await writeContent(openFiles, path, after);
        await known.note(path, after, context);
        if (planned.stated) await known.encodings.note(path, after, planned.stated, context);
        return result;
      } catch (error) {
        return pathFailure(error, path);
      }
    },
    // The file is replaced atomically, so its content tells: it is the new content, the old one, or someone else's.
    async recover(input, context): Promise<ToolReturn | undefined> {
      const { cwd, callFolder } = context;
      const record = callFolder === undefined ? undefined : await keptRecord(callFolder);
      const { path } = findNearPath(absolutePath(input.path, cwd));
      const now = record && (await readFile(path).catch(() => undefined));
      if (!record || !now) return undefined;
      const hash = hashOf(now);
      if (hash === record.after) {
        await known.note(path, now, context);
        return record.text;
      }
      if (hash !== record.before) return undefined;
      return {
        kind: "failed",
        message: "The process ended before the edit was made; the file is as it was.",
        hint: "Make the call again.",
      };
    },
  });

interface PlannedEdit extends PlannedChanges {
  readonly before: Buffer;
  readonly after: Buffer;
  readonly file: DecodedText;
  /** The encoding that the call names. */
  readonly stated: Encoding | undefined;
}

interface PlanNeeds {
  readonly known: KnownFiles;
  readonly openFiles: OpenFiles | undefined;
  readonly context: ToolContext | PrecheckContext;
  readonly mayQuote: boolean;
}

/** Throws the system's error. */
async function plannedEdit(
  { more = [], encoding: label, ...first }: EditInput,
  path: string,
  { known, openFiles, context, mayQuote }: PlanNeeds,
): Promise<PlannedEdit | ToolFailure> {
  const stated = statedEncoding(label);
  if (typeof stated === "object") return stated;
  const saved = refuseIgnoredWrite(path) ?? (await contentOf(path));
  if ("kind" in saved) return saved;
  const before = await currentContent(openFiles, path, saved);
  const encoding = stated ?? (await known.encodings.find(path, before, context));
  const file = await fileText(before, { path, encoding });
  if ("kind" in file) return file;
  const knowledge = await known.compare(path, before, context);
  const edits = editsOf([first, ...more], file, { path, content: file.text, ...context });
  if ("kind" in edits) return edits;
  if (typeof knowledge === "object" && mayQuote) {
    await known.note(path, before, context);
    const stale = await changedSince({ path, now: before, before: knowledge.before, encoding });
    const planned = planEdits(file.text, edits, { path, mayQuote, isKnown: true });
    return "kind" in planned ? withReason(stale, planned) : stale;
  }
  const planned = planEdits(file.text, edits, { path, mayQuote, isKnown: knowledge === "current" });
  if ("kind" in planned) return planned;
  const changes = planned.changes.map((change) =>
    file.mark.length > 0 && change.start === 0 ? { ...change, text: withoutMark(change.text) } : change,
  );
  const problem = guessProblem(
    { path, file },
    changes.map(({ start, end, text: added }) => ({ removed: file.text.slice(start, end), added })),
  );
  if (problem) return problem;
  const after = replaceRanges(before, file, changes);
  if ("missing" in after) return noCode(path, file.encoding, after.missing);
  return { ...planned, changes, before, after: after.bytes, file, stated };
}

/** As they are in the file: with its secrets, and without its byte order mark. */
function editsOf(
  edits: readonly Edit[],
  file: DecodedText,
  secrets: SecretSource,
): readonly Edit[] | ToolFailure {
  const stored: Edit[] = [];
  for (const edit of edits) {
    // A lone surrogate would be written as a byte: see the text package.
    const oldText = withStoredSecrets(edit.old_text.toWellFormed(), secrets);
    const newText = withStoredSecrets(edit.new_text.toWellFormed(), secrets);
    if (typeof oldText === "object") return oldText;
    if (typeof newText === "object") return newText;
    stored.push(markLess(file, { ...edit, old_text: oldText, new_text: newText }));
  }
  return stored;
}

/** Without the byte order mark in front of the file's first text, which `cat` shows and `read` does not. */
function markLess({ text: content, mark }: DecodedText, edit: Edit): Edit {
  const old = withoutMark(edit.old_text);
  if (mark.length === 0 || old === edit.old_text || !spellOut(content).text.startsWith(spellOut(old).text))
    return edit;
  return { ...edit, old_text: old, new_text: withoutMark(edit.new_text) };
}

/** The model sees at once that the call would not fit the file as it is now. */
function withReason(stale: ToolFailure, reason: ToolFailure): ToolFailure {
  if (stale.kind !== "failed" || reason.kind !== "failed") return stale;
  return {
    ...stale,
    hint: [stale.hint, reason.message, reason.hint].filter((part) => part !== undefined).join("\n"),
  };
}

function summary(near: NearPath, { changes, loose, file }: PlannedEdit): string {
  const places = changes.length === 1 ? "1 place" : `${changes.length} places`;
  const note =
    loose.length === 0
      ? ""
      : ` (old_text differed in white space at line ${loose.join(", ")}; the indentation of the file was kept)`;
  const guess = file.isGuess ? ` (${file.encoding} is a guess)` : "";
  return `Edited ${escapeName(near.path)} in ${places}${note}${guess}${nearPathNote(near)}`;
}

async function contentOf(path: string): Promise<Buffer | ToolFailure> {
  const stats = await stat(path);
  if (!stats.isFile())
    return {
      kind: "failed",
      message: `${escapeName(path)} is ${stats.isDirectory() ? "a folder" : "not a file"}.`,
    };
  const refused = refuseReadOnly(path, stats);
  if (refused) return refused;
  if (stats.size <= mostEditedBytes) return readFile(path);
  return {
    kind: "failed",
    message: `${escapeName(path)} is too big to edit (${groupedNumber(stats.size)} bytes).`,
    hint: "Change it with sed in the shell.",
  };
}

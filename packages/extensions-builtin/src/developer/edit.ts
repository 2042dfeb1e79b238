import { readFile, stat } from "node:fs/promises";
import { defineTool, escapeName, type ToolReturn } from "@skein/extension-kit";
import type { Tool, ToolFailure } from "@skein/protocol";
import { fields, flag, optional, text } from "../fields.ts";
import { editDiff, editPreview } from "./edit-diff.ts";
import { hashOf, keepRecord, keptRecord } from "./edit-record.ts";
import { nearestLines } from "./nearest-lines.ts";
import { absolutePath, fileResource, pathFailure } from "./paths.ts";
import { replaceFile } from "./replace-file.ts";
import { lineOf, spliced, splices, textOfBytes, type Splice } from "./text-match.ts";

const mostBytes = 32 * 1024 * 1024;
const mostPlaces = 10;

interface EditInput {
  readonly old_text: string;
  readonly new_text: string;
  readonly replace_all?: boolean | undefined;
}

export const editTool: Tool = defineTool({
  name: "edit",
  description:
    "Replace text in a file. old_text must be exactly as in the file, without line numbers, and occur once: add lines around it until it does.",
  effect: "writes",
  input: fields({
    path: text(),
    old_text: text(),
    new_text: text(),
    replace_all: optional(flag("Every occurrence")),
  }),
  resources: ({ path }, cwd) => fileResource(path, cwd),
  prechecksAs: "read",
  async precheck(input, { cwd, mayQuote }) {
    const path = absolutePath(input.path, cwd);
    try {
      const planned = await plannedEdit(input, path, mayQuote);
      if ("kind" in planned) return planned;
      const preview = editPreview(planned.file, planned.changes);
      return preview === undefined ? undefined : { preview };
    } catch (error) {
      return pathFailure(error, path);
    }
  },
  async run(input, { cwd, callFolder }) {
    const path = absolutePath(input.path, cwd);
    try {
      const planned = await plannedEdit(input, path);
      if ("kind" in planned) return planned;
      const { before, file, changes } = planned;
      const after = Buffer.from(spliced(file, changes), "latin1");
      const places = changes.length === 1 ? "1 place" : `${changes.length} places`;
      const result = `Edited ${escapeName(path)} in ${places}:\n${editDiff(file, changes)}`;
      if (callFolder !== undefined) {
        await keepRecord(callFolder, { before: hashOf(before), after: hashOf(after), text: result });
      }
      await replaceFile(path, after);
      return result;
    } catch (error) {
      return pathFailure(error, path);
    }
  },
  // The file is replaced atomically, so its content tells: it is the new content, the old one, or someone else's.
  async recover(input, { cwd, callFolder }): Promise<ToolReturn | undefined> {
    const record = callFolder === undefined ? undefined : await keptRecord(callFolder);
    const now = record && (await readFile(absolutePath(input.path, cwd)).catch(() => undefined));
    if (!record || !now) return undefined;
    const hash = hashOf(now);
    if (hash === record.after) return record.text;
    if (hash !== record.before) return undefined;
    return {
      kind: "failed",
      message: "The process ended before the edit was made; the file is as it was.",
      hint: "Make the call again.",
    };
  },
});

interface PlannedEdit {
  readonly before: Buffer;
  /** As Latin-1: one character per byte. */
  readonly file: string;
  readonly changes: readonly Splice[];
}

/** Throws the system's error. */
async function plannedEdit(
  input: EditInput,
  path: string,
  mayQuote = true,
): Promise<PlannedEdit | ToolFailure> {
  const before = await contentOf(path);
  if ("kind" in before) return before;
  const file = before.toString("latin1");
  const changes = changesIn(file, input, { path, mayQuote });
  return "kind" in changes ? changes : { before, file, changes };
}

async function contentOf(path: string): Promise<Buffer | ToolFailure> {
  const stats = await stat(path);
  if (!stats.isFile())
    return {
      kind: "failed",
      message: `${escapeName(path)} is ${stats.isDirectory() ? "a folder" : "not a file"}.`,
    };
  if (stats.size <= mostBytes) return readFile(path);
  return {
    kind: "failed",
    message: `${escapeName(path)} is too big to edit (${stats.size.toLocaleString("en")} bytes).`,
    hint: "Change it with sed in the shell.",
  };
}

interface About {
  readonly path: string;
  /** Whether the model may be told what the file contains. */
  readonly mayQuote: boolean;
}

function changesIn(
  file: string,
  input: EditInput,
  { path, mayQuote }: About,
): readonly Splice[] | ToolFailure {
  const { old_text: oldText, new_text: newText, replace_all: all = false } = input;
  if (oldText === "") {
    return {
      kind: "failed",
      message: "old_text is empty.",
      hint: "Give the text to replace; to make a file, use write.",
    };
  }
  if (oldText === newText) {
    return { kind: "failed", message: "old_text and new_text are the same: nothing was changed." };
  }
  if (/^(?:\xff\xfe|\xfe\xff)/.test(file)) {
    return {
      kind: "failed",
      message: "The file is UTF-16 text.",
      hint: "Change it in the shell, with iconv before and after.",
    };
  }
  const found = splices(file, oldText, newText);
  if (found.length === 1 || (all && found.length > 1)) return found;
  if (found.length === 0) {
    return {
      kind: "failed",
      message: `old_text is not in ${escapeName(path)}; nothing was changed.`,
      hint: mayQuote ? nearestLines(textOfBytes(file), oldText) : "Read the file for its exact text.",
    };
  }
  const lines = found.slice(0, mostPlaces).map(({ start }) => lineOf(file, start));
  const more = found.length > mostPlaces ? ", …" : "";
  return {
    kind: "failed",
    message: `old_text is there ${found.length} times, at lines ${lines.join(", ")}${more}; nothing was changed.`,
    hint: "Add lines around it so that only one place matches, or set replace_all.",
  };
}

import { readFile } from "node:fs/promises";
import { defineTool } from "@skein/extension-kit";
import {
  escapeName,
  groupedNumber,
  type PrecheckContext,
  type Tool,
  type ToolContext,
  type ToolFailure,
} from "@skein/protocol";
import { decodeText, type Encoding } from "@skein/platform/text";
import { fields, optional, text } from "../fields.ts";
import { changedLines } from "./edits/changed-lines.ts";
import { editDiff } from "./edits/edit-diff.ts";
import { statedEncoding } from "./edits/file-text.ts";
import { refuseReadOnly } from "./edits/refuse-read-only.ts";
import { changedSince, neverRead } from "./edits/stale-file.ts";
import { withStoredSecrets } from "./edits/secret-placeholders.ts";
import { newFile, writtenForm } from "./edits/written-form.ts";
import { mostEditedBytes } from "./known-files/most-edited-bytes.ts";
import { refuseIgnoredWrite } from "./ignore-files/refuse-ignored.ts";
import type { KnownFiles } from "./known-files/known-files.ts";
import { currentContent, writeContent, type OpenFiles } from "./open-files.ts";
import { findNearPath, nearPathNote } from "./near-path.ts";
import { absolutePath, fileResource, pathFailure } from "./paths.ts";
import { fileBefore } from "./replace-file.ts";

export const writeTool = (known: KnownFiles, openFiles?: OpenFiles): Tool =>
  defineTool({
    name: "write",
    description:
      "Write a whole file: a new one (its folders are made), or new content for an old one, which you have read. To change a part, use edit.",
    effect: "writes",
    // Writing the same bytes again changes nothing.
    repeat: "safe",
    input: fields({
      path: text(),
      content: text(),
      encoding: optional(text()),
    }),
    resources: ({ path }, cwd) => fileResource(path, cwd),
    prechecksAs: "read",
    async precheck({ path: given, ...input }, context) {
      const { path } = findNearPath(absolutePath(given, context.cwd));
      try {
        const planned = await plannedWrite(
          { ...input, path },
          { known, openFiles, context, mayQuote: context.mayQuote },
        );
        if ("kind" in planned) return planned;
      } catch (error) {
        return pathFailure(error, path);
      }
    },
    async run({ path: given, ...input }, context) {
      const near = findNearPath(absolutePath(given, context.cwd));
      const { path } = near;
      try {
        const planned = await plannedWrite({ ...input, path }, { known, openFiles, context, mayQuote: true });
        if ("kind" in planned) return planned;
        const { before, after, kept, stated } = planned;
        const size = `${countLines(input.content)}, ${groupedNumber(after.length)} bytes`;
        if (before?.equals(after) !== true) await writeContent(openFiles, path, after);
        await known.note(path, after, context);
        if (stated || !before) await known.encodings.note(path, after, stated, context);
        if (!before) return `Wrote ${escapeName(path)}: ${size} (a new file${nearPathNote(near)}).`;
        if (before.equals(after)) return `${escapeName(path)} has this content already: ${size}.`;
        const form = kept.length === 0 ? "" : `; ${kept.join(" and ")} kept`;
        const summary = `Wrote ${escapeName(path)}: ${size} (before ${groupedNumber(before.length)} bytes${form}${nearPathNote(near)}).`;
        return [summary, ...(await diffOf(planned, before))].join("\n");
      } catch (error) {
        return pathFailure(error, path);
      }
    },
  });

interface WriteInput {
  readonly path: string;
  readonly content: string;
  readonly encoding?: string | undefined;
}

interface WriteNeeds {
  readonly known: KnownFiles;
  readonly openFiles: OpenFiles | undefined;
  readonly context: ToolContext | PrecheckContext;
  readonly mayQuote: boolean;
}

interface PlannedWrite {
  /** `undefined`: a new file. */
  readonly before: Buffer | undefined;
  readonly after: Buffer;
  /** What of the file's form stays, in words. */
  readonly kept: readonly string[];
  /** The encoding that the call names. */
  readonly stated: Encoding | undefined;
  /** The one that was named for the file before. */
  readonly known?: Encoding | undefined;
}

/** Throws the system's error. */
async function plannedWrite(
  { path, content, encoding: label }: WriteInput,
  { known, openFiles, context, mayQuote }: WriteNeeds,
): Promise<PlannedWrite | ToolFailure> {
  const refused = refuseIgnoredWrite(path);
  if (refused) return refused;
  const stats = await fileBefore(path);
  const stated = statedEncoding(label);
  if (typeof stated === "object") return stated;
  if (!stats) {
    const stored = withStoredSecrets(content, { path, content: "", ...context });
    const form = typeof stored === "object" ? stored : newFile({ path, content: stored, encoding: stated });
    return "kind" in form ? form : { before: undefined, after: form.bytes, kept: form.kept, stated };
  }
  const readOnly = refuseReadOnly(path, stats);
  if (readOnly) return readOnly;
  if (stats.size > mostEditedBytes) return tooBig(path, stats.size);
  const before = await currentContent(openFiles, path, await readFile(path));
  const encoding = await known.encodings.find(path, before, context);
  const secrets = { path, content: (await decodeText(before, encoding)).text, ...context };
  const stored = withStoredSecrets(content, secrets);
  const form =
    typeof stored === "object"
      ? stored
      : await writtenForm(before, { path, content: stored, encoding: stated, known: encoding });
  const planned =
    "kind" in form ? form : { before, after: form.bytes, kept: form.kept, stated, known: encoding };
  if (before.length === 0 || ("after" in planned && before.equals(planned.after))) return planned;
  const knowledge = await known.compare(path, before, context);
  if (knowledge === "current") return planned;
  // Reading it was not approved: it is looked at again when the call runs.
  if (!mayQuote) return planned;
  await known.note(path, before, context);
  return knowledge === "unknown"
    ? neverRead({ path, now: before, encoding })
    : changedSince({ path, now: before, before: knowledge.before, encoding });
}

function tooBig(path: string, bytes: number): ToolFailure {
  return {
    kind: "failed",
    message: `${escapeName(path)} is too big to overwrite unseen (${groupedNumber(bytes)} bytes); nothing was written.`,
    hint: "If it can go, delete it in the shell first.",
  };
}

/** Nothing where no line stays: the model has just written all of it. */
async function diffOf({ after, stated, known }: PlannedWrite, before: Buffer): Promise<readonly string[]> {
  const { text: old } = await decodeText(before, known);
  const { text: now } = await decodeText(after, stated ?? known);
  const changes = await changedLines(old, now);
  const isAll = changes.length === 1 && changes[0]?.start === 0 && changes[0].end === old.length;
  return isAll ? [] : [editDiff(old, changes)];
}

function countLines(content: string): string {
  const ends = content.split("\n").length - 1;
  const lines = content === "" || content.endsWith("\n") ? ends : ends + 1;
  return lines === 1 ? "1 line" : `${groupedNumber(lines)} lines`;
}

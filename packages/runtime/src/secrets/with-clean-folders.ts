import { readFileSync, rmSync, statSync } from "node:fs";
import { basename } from "node:path";
import type { Extension, JsonValue, Redactor, ToolContext, ToolOutcome } from "@skein/protocol";
import type { GrowingRedactor } from "@skein/redaction";
import { changedExtension } from "../extensions/changed-extension.ts";
import { filesIn, followFolder, smallFile } from "./follow-folder.ts";
import { loadRedaction } from "../later.ts";

/**
 * Wraps an extension so that its call folders are redacted before each result is returned, large files while the call
 * writes them. While it runs, and after a kill until the session is resumed, its raw output is there, and nowhere else.
 *
 * @param before - called with each call's input before the call, or before its result is recovered.
 */
export function withCleanFolders(
  extension: Extension,
  redactor: GrowingRedactor,
  before: (input: JsonValue) => Promise<void> = async () => undefined,
): Extension {
  const clean = <Outcome extends ToolOutcome | undefined>(called: Promise<Outcome>, context: ToolContext) =>
    cleaned(called, context, redactor);
  return changedExtension(extension, {
    async callTool(name, input, context) {
      await before(input);
      return clean(extension.callTool(name, input, context), context);
    },
    ...(extension.recoverTool && {
      // What another process has learned of secrets died with it.
      async recoverTool(name, input, context) {
        await before(input);
        return clean(Promise.resolve(extension.recoverTool?.(name, input, context)), context);
      },
    }),
  });
}

async function cleaned<Outcome extends ToolOutcome | undefined>(
  called: Promise<Outcome>,
  { callFolder }: ToolContext,
  redactor: GrowingRedactor,
): Promise<Outcome> {
  if (callFolder === undefined) return called;
  const followed = followFolder(callFolder, redactor);
  try {
    return await called;
  } finally {
    await cleanFolder(callFolder, redactor, await followed.finish());
  }
}

/** A file that a killed process was writing, see `followFile`. */
const isLeftOver = (path: string): boolean => /^\..*\.skein-new$/.test(basename(path));

/**
 * Redacts the files in a folder.
 *
 * @param clean - paths that were redacted already.
 */
export async function cleanFolder(
  folder: string,
  redactor: Redactor,
  clean: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (const path of filesIn(folder)) {
    if (isLeftOver(path)) rmSync(path, { force: true });
    if (isLeftOver(path) || clean.has(path) || isClean(path, redactor)) continue;
    const { redactFile } = await loadRedaction();
    await redactFile(path, redactor);
  }
}

/** Small files are read at once, which takes a tenth of the time of a stream. */
function isClean(path: string, redactor: Redactor): boolean {
  if (statSync(path).size > smallFile) return false;
  const text = readFileSync(path, "latin1");
  return redactor.redact(text) === text;
}

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Extension, JsonValue, Redactor, ToolContext, ToolOutcome } from "@skein/protocol";
import { changedExtension } from "../extensions/changed-extension.ts";

const small = 262_144;

/**
 * Wraps an extension so that its call folders are redacted before each result is returned. While a call runs,
 * and after a kill until the session is resumed, its raw output is there.
 *
 * @param before - called with each call's input before the call.
 */
export function withCleanFolders(
  extension: Extension,
  redactor: Redactor,
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
      recoverTool: async (name, input, context) =>
        clean(Promise.resolve(extension.recoverTool?.(name, input, context)), context),
    }),
  });
}

async function cleaned<Outcome extends ToolOutcome | undefined>(
  called: Promise<Outcome>,
  { callFolder }: ToolContext,
  redactor: Redactor,
): Promise<Outcome> {
  const outcome = await called;
  if (callFolder !== undefined) await cleanFolder(callFolder, redactor);
  return outcome;
}

/** Redacts the files in a folder. */
export async function cleanFolder(folder: string, redactor: Redactor): Promise<void> {
  for (const path of filesIn(folder)) {
    if (isClean(path, redactor)) continue;
    const { redactFile } = await import("@skein/redaction");
    await redactFile(path, redactor);
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    const found = readdirSync(folder, { withFileTypes: true });
    return found.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
  } catch {
    return []; // most calls write no files
  }
}

/** Small files are read at once, which takes a tenth of the time of a stream. */
function isClean(path: string, redactor: Redactor): boolean {
  if (statSync(path).size > small) return false;
  const text = readFileSync(path, "latin1");
  return redactor.redact(text) === text;
}

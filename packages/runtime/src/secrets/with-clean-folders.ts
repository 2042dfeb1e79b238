import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Extension, JsonValue, Redactor, ToolContext, ToolOutcome } from "@skein/protocol";
import { changedExtension } from "../extensions/changed-extension.ts";

const small = 262_144;

/**
 * The same extension, whose calls leave no secret in their folders: what a tool has written there is cleaned before its
 * result is given back. While a call runs, and after a kill until the session goes on, its output is there as it came.
 *
 * @param before - told of each call's input before the call is made.
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

async function cleanFolder(folder: string, redactor: Redactor): Promise<void> {
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
    return []; // most calls keep nothing
  }
}

/** Most outputs are small: read in one go, they cost a tenth of what a stream does. */
function isClean(path: string, redactor: Redactor): boolean {
  if (statSync(path).size > small) return false;
  const text = readFileSync(path, "latin1");
  return redactor.redact(text) === text;
}

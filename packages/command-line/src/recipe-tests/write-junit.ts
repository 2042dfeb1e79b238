import { writeFile } from "node:fs/promises";
import { ConfigError, messageOf } from "@skein/protocol";
import { junit, type TestCaseResult } from "@skein/recipes/tests";

/** Throws `ConfigError`. */
export async function writeJunit(file: string, results: readonly TestCaseResult[]): Promise<void> {
  try {
    await writeFile(file, junit(results));
  } catch (cause) {
    throw new ConfigError("unreadable", `The report ${file} cannot be written: ${messageOf(cause)}.`, {
      hint: "Name a file in a folder that is there.",
      cause,
    });
  }
}

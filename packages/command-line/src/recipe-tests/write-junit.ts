import { writeFile } from "node:fs/promises";
import { ConfigError, messageOf, type Redactor } from "@skein/protocol";
import { junit, type TestCaseResult } from "@skein/recipes/tests";

/** Throws `ConfigError`. @param redactor - for the report, which quotes files and commands. */
export async function writeJunit(
  file: string,
  results: readonly TestCaseResult[],
  redactor: Pick<Redactor, "redact">,
): Promise<void> {
  try {
    await writeFile(file, redactor.redact(junit(results)));
  } catch (cause) {
    throw new ConfigError("unreadable", `The report ${file} cannot be written: ${messageOf(cause)}.`, {
      hint: "Name a file in a folder that is there.",
      cause,
    });
  }
}

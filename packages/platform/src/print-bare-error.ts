import { writeSync } from "node:fs";

/** The exit code of a command that could not be used, as `exitCodes["not-started"]` of `@skein/protocol`. */
const usageExitCode = 2;

/**
 * Prints an error that the parts of a command could not report, such as one while they were loaded. Needs no folder, no
 * setting and no other module: any of them may be what failed.
 *
 * @returns the exit code.
 */
export function printBareError(error: unknown): number {
  const isError = error instanceof Error;
  const [message = ""] = (isError ? error.message : String(error)).split("\n");
  const stack = process.env["SKEIN_DEBUG"] && isError ? `\n${error.stack}` : "";
  const hint = `This is a defect in Skein. SKEIN_DEBUG=1 shows where it happened.${stack}`;
  try {
    writeSync(2, `skein: ${message}\n  ${hint}\n`);
  } catch {
    // Standard error is closed: the exit code says the rest.
  }
  return usageExitCode;
}

import { resolve } from "node:path";
import { checkOutputFile, writeOutputFile } from "@skein/command-line/output-file";
import { exitCodes } from "@skein/protocol";
import { writePieces } from "@skein/terminal";
import { outputExitCode } from "../end-process.ts";
import { abortOnSignals } from "../signals.ts";

export interface Output {
  /** Absolute; `undefined` is standard output. */
  readonly path: string | undefined;
  /** A file that is there is replaced. */
  readonly force: boolean;
}

/** The path that `--output FILE` means; `undefined`, standard output, for `-` and without the flag. */
export function outputPath(file: string | undefined): string | undefined {
  return file === undefined || file === "-" ? undefined : resolve(file);
}

/** Throws `ConfigError` when the file is there and not to be replaced, or is something else than a file. */
export async function checkOutput({ path, force }: Output): Promise<void> {
  if (path !== undefined) await checkOutputFile({ path, force });
}

/** Writes all of it or, when it is interrupted or fails, leaves no file. @returns the exit code: 0, or that of the signal. */
export async function writeOut(
  content: string | AsyncIterable<string>,
  { path, force }: Output,
): Promise<number> {
  const pieces = typeof content === "string" ? whole(content) : content;
  using stop = abortOnSignals();
  const { signal } = stop;
  const isWhole =
    path === undefined
      ? await writePieces(process.stdout, pieces, signal)
      : await writeOutputFile(pieces, { path, force }, { signal, atExit });
  // Who reads no further has all that he wanted.
  if (isWhole || (path === undefined && outputExitCode() !== undefined)) return exitCodes.done;
  return stop.exitCode() || exitCodes.cancelled;
}

async function* whole(content: string): AsyncGenerator<string> {
  yield content;
}

function atExit(clean: () => void): () => void {
  process.once("exit", clean);
  return () => void process.off("exit", clean);
}

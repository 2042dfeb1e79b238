import { fstatSync, writeSync } from "node:fs";
import { setImmediate } from "node:timers/promises";

/** 128 and the number of SIGPIPE, as a shell says it: work was broken off because the reader of its output has gone. */
const unreadExitCode = 141;
const unwritableExitCode = 2;

/** The first failure of standard output. */
let failure: NodeJS.ErrnoException | undefined;

/** To be called first: from here on a reader that goes away, or a disk that is full, is no exception of the program. */
export function watchOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (isFile(stream.fd)) writeWhole(stream);
    stream.on("error", () => undefined);
  }
  process.stdout.on("error", (error) => (failure ??= error));
}

/**
 * What a command ends with that was broken off because of its output; `undefined` when the output is not why. A command
 * that had done its work keeps its own code: whether somebody reads to the end is none of its business.
 */
export function outputExitCode(): number | undefined {
  if (failure === undefined) return undefined;
  return isReaderGone(failure) ? unreadExitCode : unwritableExitCode;
}

/** Why standard output takes nothing more. */
export function outputProblem(error: NodeJS.ErrnoException): string {
  if (isReaderGone(error)) return "The reader of the output went away.";
  return `Standard output cannot be written: ${error.message}.`;
}

/** The one end of every command: when all that was said has reached its reader, however slow that is. */
export async function endProcess(exitCode: number): Promise<never> {
  await Promise.all([written(process.stdout), written(process.stderr)]);
  await setImmediate(); // streams tell of a failure in a later tick
  if (failure === undefined || isReaderGone(failure)) process.exit(exitCode);
  process.stderr.write(
    `skein: ${outputProblem(failure)}\n  What was done stays done; its output is not whole.\n`,
  );
  await written(process.stderr);
  process.exit(exitCode === 0 ? unwritableExitCode : exitCode);
}

/** For whoever does not want to wait any more: what is not written yet is lost. */
export function endProcessNow(exitCode: number): never {
  process.exit(exitCode);
}

function written(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.destroyed || stream.writableLength === 0) return Promise.resolve();
  return new Promise((resolve) => stream.write("", () => resolve()));
}

/** EIO: the terminal is gone. */
function isReaderGone({ code = "" }: NodeJS.ErrnoException): boolean {
  return ["EPIPE", "ECONNRESET", "EIO"].includes(code);
}

function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch {
    return false;
  }
}

/** Node takes a write that a full disk has cut short for a whole one; the next one would fail, but there may be none. */
function writeWhole(stream: NodeJS.WriteStream & { readonly fd: number }): void {
  Object.assign(stream, {
    _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void) {
      try {
        for (let at = 0; at < chunk.length;) at += writeSync(stream.fd, chunk, at);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

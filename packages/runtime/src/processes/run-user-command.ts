import { keepTail } from "./keep-tail.ts";
import { runProcess } from "./run-process.ts";
import { loadDeveloper } from "../later.ts";

export interface UserCommand {
  /** As it was typed. */
  readonly text: string;
  /** Absolute. */
  readonly cwd: string;
  /** The user's own. Its `SHELL` runs the command. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Receives the output as it comes, stdout and stderr interleaved. Not safe to display. */
  readonly onOutput: (text: string) => void;
}

export interface UserCommandEnd {
  readonly how:
    | { readonly code: number }
    | { readonly signal: string }
    | "interrupted"
    | { readonly notStarted: string };
  /** The end of its output, safe to display. */
  readonly output: string;
  /** Whether the beginning of the output is missing. */
  readonly isCut: boolean;
}

/** How much of the end of the output is kept. */
const keptBytes = 32_768;
const longestMs = 2_147_483_647;

/**
 * Runs a command that the user has typed, as in their own shell: with their environment, no sandbox and no approval. It has
 * no terminal and no input. Aborting the signal ends it with everything that it has started.
 */
export async function runUserCommand(
  { text, cwd, environment, onOutput }: UserCommand,
  signal: AbortSignal,
): Promise<UserCommandEnd> {
  const tail = keepTail(keptBytes);
  const { outputStream } = await loadDeveloper();
  const stream = outputStream();
  let position = 0;
  let reported = Promise.resolve();
  const reportAfter = async (before: Promise<void>, read: () => Promise<string>) => {
    await before;
    const decoded = await read();
    if (decoded !== "") onOutput(decoded);
  };
  const report = (read: () => Promise<string>) => {
    // One after the other, in the order of the output.
    reported = reportAfter(reported, read);
  };
  const set = Object.entries(environment).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const shell = environment["SHELL"] ?? "";
  const program = {
    // One stream for both, so that their order is kept.
    argv: ["/bin/sh", "-c", 'exec "$@" 2>&1', "skein-user", shell === "" ? "/bin/sh" : shell, "-c", text],
    cwd,
    environment: Object.fromEntries(set),
    kind: "user",
    timeoutMs: longestMs,
    onOutput(chunk: Buffer) {
      tail.add(chunk);
      const at = position;
      position += chunk.length;
      report(() => stream.decode(chunk, at));
    },
  };
  const how = await runProcess(program, signal).catch((error: unknown) => {
    if (signal.aborted) return "interrupted" as const;
    throw error;
  });
  report(() => stream.rest());
  await reported;
  const output = await tail.text();
  return { how: how === "timed-out" ? "interrupted" : how, output, isCut: tail.isCut() };
}

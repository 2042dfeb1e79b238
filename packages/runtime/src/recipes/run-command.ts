import { keepTail } from "../processes/keep-tail.ts";
import { runProcess } from "../processes/run-process.ts";

export interface ShellCommand {
  /** The program and its arguments; the command's text is appended. */
  readonly shell: readonly string[];
  readonly text: string;
  /** Absolute. */
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface CommandEnd {
  /** `timed-out`: it was killed. `not-started`: `output` gives the reason. */
  readonly how: { readonly code: number } | { readonly signal: string } | "timed-out" | "not-started";
  /** The end of its output, with stdout and stderr interleaved, safe to display. */
  readonly output: string;
}

/** How much of the end of the output is kept. */
const keptBytes = 16_384;

/** Replaces itself by the command, with stderr redirected to stdout to keep the order. */
const command = 'exec "$@" 2>&1';

/**
 * Runs a command to its end, without stdin and in its own process group. Afterwards none of its processes is
 * left, even outside the group.
 *
 * Rejects with the signal's reason when it is aborted, once the command has been killed.
 */
export async function runCommand(
  { shell, text, ...place }: ShellCommand,
  signal: AbortSignal,
): Promise<CommandEnd> {
  const output = keepTail(keptBytes);
  const argv = ["/bin/sh", "-c", command, "skein-check", ...shell, text];
  const end = await runProcess({ ...place, argv, kind: "check", onOutput: output.add }, signal);
  return typeof end === "object" && "notStarted" in end
    ? { how: "not-started", output: end.notStarted }
    : { how: end, output: await output.text() };
}

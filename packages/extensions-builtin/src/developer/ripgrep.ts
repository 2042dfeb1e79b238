import { loadChildProcess, loadRipgrepPath } from "../later.ts";

export interface RipgrepRun {
  /** Exit code: 0 with matches, 1 without, 2 with errors; `undefined` when it was stopped. */
  readonly code: number | undefined;
  /** The first 4,000 characters. */
  readonly errors: string;
}

const errorCharacters = 4000;

/**
 * Runs the bundled ripgrep, never one from `PATH`, without a shell and without the user's configuration.
 *
 * @param input - what it searches as `-`.
 * @param take - receives its output; returning `false` stops it.
 * @throws the signal's reason, and the system's error when it cannot be started.
 */
export async function ripgrep(
  args: readonly string[],
  cwd: string,
  take: (output: Buffer) => boolean,
  signal: AbortSignal,
  input?: string,
): Promise<RipgrepRun> {
  signal.throwIfAborted();
  const [{ spawn }, { rgPath }] = await Promise.all([loadChildProcess(), loadRipgrepPath()]);
  const child = spawn(rgPath, ["--no-config", "--color=never", ...args], {
    cwd,
    env: {},
    stdio: ["pipe", "pipe", "pipe"],
    signal,
    killSignal: "SIGKILL",
  });
  // It ends without reading all of its input once it has been stopped.
  child.stdin.on("error", () => undefined).end(input);
  let errors = "";
  let stopped = false;
  child.stdout.on("data", (output: Buffer) => {
    if (stopped || take(output)) return;
    stopped = true;
    child.kill("SIGKILL");
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(0, errorCharacters);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  signal.throwIfAborted();
  return { code: stopped ? undefined : (code ?? 2), errors };
}

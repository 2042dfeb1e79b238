import { privateIndexVariables } from "@skein/platform/variables";
import { commandEnvironment, findShell } from "@skein/extensions-builtin/developer";
import type { Checks, CheckVerdict } from "@skein/protocol";
import type { RecipeRetry } from "@skein/recipes";
import { runCommand, type CommandEnd } from "./run-command.ts";

export interface ShellCheckOptions {
  /** Working folder of the commands; absolute. */
  readonly cwd: string;
  /**
   * Environment of the commands, filtered as for the developer extension's shell: nothing that looks like a
   * secret. Default: that of this process.
   */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Receives progress sentences for the user. */
  readonly tell?: ((sentence: string) => void) | undefined;
}

const defaultCheckSeconds = 300;
const defaultOnFailureSeconds = 600;
/** How many lines of a command's output are reported, from its end. */
const shownLines = 40;

/**
 * Checks work with shell commands: it passes when all exit with 0. They run one after the other, each in a
 * fresh bash, up to the first failure. `onFailure` runs before another attempt; if it fails too, there is no
 * further attempt, because the state of the files is unknown.
 *
 * Timeouts come from the recipe, then `SKEIN_RECIPE_RETRY_TIMEOUT_SECONDS` and
 * `SKEIN_RECIPE_ON_FAILURE_TIMEOUT_SECONDS`, then the same with `GOOSE_`, then 300 and 600 seconds.
 */
export function shellChecks(
  retry: RecipeRetry,
  { cwd, env = process.env, tell = () => undefined }: ShellCheckOptions,
): Checks {
  const { checks, maxRetries, onFailure } = retry;
  const environment = {
    ...commandEnvironment({ environment: env }),
    ...privateIndexVariables(env, cwd),
  };
  const shell = findShell(environment["PATH"]);
  const checkSeconds =
    retry.timeoutSeconds ?? secondsIn(env, "RECIPE_RETRY_TIMEOUT_SECONDS") ?? defaultCheckSeconds;
  const onFailureSeconds =
    retry.onFailureTimeoutSeconds ??
    secondsIn(env, "RECIPE_ON_FAILURE_TIMEOUT_SECONDS") ??
    defaultOnFailureSeconds;

  /** @returns a description of the failure, or `undefined`. */
  async function failure(text: string, seconds: number, signal: AbortSignal): Promise<string | undefined> {
    const end = await runCommand({ shell, text, cwd, environment, timeoutMs: seconds * 1000 }, signal);
    return isSuccess(end) ? undefined : `${text.trimEnd()}\n${describeEnd(end, seconds)}`;
  }

  async function firstFailure(attempt: number, signal: AbortSignal): Promise<string | undefined> {
    for (const [index, { command }] of checks.entries()) {
      const name = `Check ${index + 1} of ${checks.length}`;
      tell(`Attempt ${attempt} of ${maxRetries + 1}, ${name.toLowerCase()}: ${firstLine(command)}`);
      const failed = await failure(command, checkSeconds, signal);
      if (failed !== undefined) return `${name} failed: ${failed}`;
    }
    return undefined;
  }

  return {
    async check(attempt, signal): Promise<CheckVerdict> {
      const report = await firstFailure(attempt, signal);
      if (report === undefined) return { passed: true };
      if (attempt > maxRetries) {
        return {
          passed: false,
          retry: false,
          report: `${report}\nThat was attempt ${attempt}, the last one.`,
        };
      }
      if (onFailure === undefined) return { passed: false, retry: true, report };
      tell(`Before the next attempt: ${firstLine(onFailure)}`);
      const failed = await failure(onFailure, onFailureSeconds, signal);
      return failed === undefined
        ? { passed: false, retry: true, report }
        : {
            passed: false,
            retry: false,
            report: `${report}\nThe command that was to clean up before the next attempt failed too: ${failed}`,
          };
    },
  };
}

/** A whole number above 0; anything else counts as unset. */
function secondsIn(env: Readonly<Record<string, string | undefined>>, name: string): number | undefined {
  const values = [env[`SKEIN_${name}`], env[`GOOSE_${name}`]].map((text) => Number(text?.trim() ?? ""));
  return values.find((seconds) => Number.isInteger(seconds) && seconds > 0);
}

function isSuccess({ how }: CommandEnd): boolean {
  return typeof how === "object" && "code" in how && how.code === 0;
}

function describeEnd({ how, output }: CommandEnd, seconds: number): string {
  if (how === "not-started") return `The command could not be started: ${output}`;
  const lines = output.split("\n").slice(-shownLines);
  const end =
    how === "timed-out"
      ? `It was ended after ${seconds} s, its time limit.`
      : "code" in how
        ? `Its exit code is ${how.code}.`
        : `It was ended by ${how.signal}.`;
  return output === ""
    ? `${end} It produced no output.`
    : `${end} The end of its output:\n${lines.join("\n")}`;
}

function firstLine(command: string): string {
  const [first = "", ...others] = command.trim().split("\n");
  return others.length === 0 ? first : `${first} …`;
}

import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runStep } from "./run-step.ts";
import { readJson } from "./test-results.ts";

/** A task as turbo sees it. */
export interface TurboTask {
  /** `@skein/agent#test`, or `//#lint` for the whole repository. */
  readonly taskId: string;
  readonly task: string;
  /** Relative to the root, empty for the root itself. */
  readonly directory: string;
  readonly hash: string;
  /** `<NONEXISTENT>` when the package has no such script. */
  readonly command: string;
  readonly cache: { readonly status: "HIT" | "MISS" };
  readonly execution?: { readonly startTime: number; readonly endTime: number; readonly exitCode: number };
}

export interface TurboRun {
  readonly ok: boolean;
  readonly output: string;
  /** Those with a script; none when turbo itself failed. */
  readonly tasks: readonly TurboTask[];
}

const summaries = join(".turbo", "runs");

/** Runs the tasks in every package that has them. With `isDry` nothing is run: the tasks say what is in the cache. */
export async function runTurbo(
  names: readonly string[],
  options: { readonly isForced: boolean; readonly isDry?: boolean },
): Promise<TurboRun> {
  rmSync(summaries, { recursive: true, force: true });
  const { isForced, isDry = false } = options;
  const shown = isDry
    ? ["--dry=json"]
    : ["--output-logs=errors-only", "--log-prefix=none", "--continue=always"];
  const force = isForced ? ["--force"] : [];
  const command = ["turbo", "run", ...names, "--summarize", "--concurrency=2", ...shown, ...force];
  const { ok, output } = await runStep({ name: "turbo", commands: [command] }, false);
  const tasks = isDry ? (tasksIn(output) ?? []) : tasksOfSummary();
  return {
    ok,
    output,
    tasks: tasks.filter(({ task, command: script }) => names.includes(task) && script !== "<NONEXISTENT>"),
  };
}

/** A dry run prints warnings before and behind its JSON. */
function tasksIn(output: string): readonly TurboTask[] | undefined {
  const json = output.slice(
    output.indexOf("\n{\n") + 1 || output.indexOf("{"),
    output.lastIndexOf("\n}") + 2,
  );
  try {
    return (JSON.parse(json) as { tasks: TurboTask[] }).tasks;
  } catch {
    return undefined;
  }
}

function tasksOfSummary(): readonly TurboTask[] {
  const [file] = existsSync(summaries) ? readdirSync(summaries) : [];
  return file === undefined
    ? []
    : ((readJson(join(summaries, file)) as { tasks: TurboTask[] } | undefined)?.tasks ?? []);
}

import { runTurbo } from "./turbo.ts";
import type { TurboTask } from "./turbo.ts";

export interface Checked {
  readonly name: string;
  readonly ok: boolean;
  readonly isCached: boolean;
  readonly durationMs: number;
}

/**
 * What needs no test to run. Tasks of the whole repository; turbo skips those whose files have not changed. "lint" reports
 * the errors of the compiler, too: its rules need the types anyway.
 */
const names = ["lint", "unused-code", "structure", "prose", "format"];

/** Runs all of them, also after one has failed; shows what those say that fail. */
export async function runStaticChecks(isForced: boolean): Promise<readonly Checked[]> {
  const { ok, output, tasks } = await runTurbo(names, { isForced });
  if (!ok) console.log(output.replace(/^( {3}•| WARNING {2}Circular).*\n/gm, ""));
  return names.map((name) =>
    checked(
      name,
      tasks.find(({ task }) => task === name),
    ),
  );
}

function checked(name: string, task: TurboTask | undefined): Checked {
  const { exitCode = 1, startTime = 0, endTime = 0 } = task?.execution ?? {};
  const isCached = task?.cache.status === "HIT";
  return { name, ok: exitCode === 0, isCached, durationMs: endTime - startTime };
}

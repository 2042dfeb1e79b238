import type { AgentParts } from "../agent-parts.ts";
import { RunStop } from "../loop/run-stop.ts";
import type { RecordedRun } from "./recorded-runs.ts";

/** The checks of a run, as far as its journal tells of them: by how it ended. */
export function recordedChecks(
  run: RecordedRun,
  isStopped: boolean,
): Pick<AgentParts, "checks" | "interaction"> {
  const check = verdictOf(run, isStopped);
  if (!check) return {};
  // Only the first run says for which interaction its session is, and what the model is told is recorded.
  return { checks: { check }, ...(run.from > 0 ? { interaction: "execute" as const } : {}) };
}

type Check = NonNullable<AgentParts["checks"]>["check"];

function verdictOf({ start, entries, outcome }: RecordedRun, isStopped: boolean): Check | undefined {
  if (outcome?.error?.code === "checks-failed")
    return () => Promise.reject(new RunStop(outcome.outcome, outcome.error));
  // It may have been at its checks then.
  if (isStopped) return () => new Promise(() => {});
  const didNothing = !entries.some((entry) => entry.kind === "model-request" && entry.purpose === "turn");
  if (outcome?.outcome === "done" && start.input.length === 0 && didNothing)
    return () => Promise.resolve({ passed: true });
  return undefined;
}

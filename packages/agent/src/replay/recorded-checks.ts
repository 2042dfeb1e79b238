import type { AgentParts } from "../agent-parts.ts";
import { RunStop } from "../run-stop.ts";
import type { RecordedRun } from "./recorded-runs.ts";

/** The checks of a run, derived from how it ended. */
export function recordedChecks(
  run: RecordedRun,
  isStopped: boolean,
): Pick<AgentParts, "checks" | "interaction"> {
  const check = verdictOf(run, isStopped);
  if (!check) return {};
  // Only the session's start records the interaction; the prompt itself is recorded with the context.
  return { checks: { check }, ...(run.from > 0 ? { interaction: "execute" as const } : {}) };
}

type Check = NonNullable<AgentParts["checks"]>["check"];

function verdictOf({ start, entries, outcome }: RecordedRun, isStopped: boolean): Check | undefined {
  if (outcome?.error?.code === "checks-failed")
    return () => Promise.reject(new RunStop(outcome.outcome, outcome.error));
  // The run may have been cut off during its checks.
  if (isStopped) return () => new Promise(() => {});
  const didNothing = !entries.some((entry) => entry.kind === "model-request" && entry.purpose === "turn");
  if (outcome?.outcome === "done" && start.input.length === 0 && didNothing)
    return () => Promise.resolve({ passed: true });
  return undefined;
}

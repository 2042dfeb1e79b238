import type { Effort } from "@skein/protocol";
import type { AgentSettings } from "@skein/runtime";
import type { Settings } from "@skein/settings";

/** Limits of a run. Limits that are not set are left out. */
export function runLimits(values: Settings): NonNullable<AgentSettings["limits"]> {
  const { maxTurns, maxRepetitions, subagentsPerReply, maxTimeMs, maxToolCalls } = values;
  return {
    maxTurns,
    maxRepetitions,
    subagentsPerReply,
    ...(maxTimeMs === undefined ? {} : { maxTimeMs }),
    ...(maxToolCalls === undefined ? {} : { maxToolCalls }),
  };
}

/**
 * Options of the model's calls. Options that are not set are left out: the vendor's defaults hold.
 *
 * @param lastEffort - of the session that is resumed; holds unless another effort is set.
 * @param searchesWeb - whether the vendor searches the web itself.
 */
export function modelOptions(
  values: Settings,
  lastEffort: Effort | undefined,
  searchesWeb: boolean,
): NonNullable<AgentSettings["options"]> {
  const { temperature, verbosity, serviceTier, toolChoice, parallelTools, cacheTtl, explicitCache } = values;
  const effort = values.effort ?? lastEffort;
  return {
    ...(effort === undefined ? {} : { effort }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(verbosity === undefined ? {} : { verbosity }),
    ...(serviceTier === undefined ? {} : { serviceTier }),
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...(parallelTools === undefined ? {} : { parallelTools }),
    ...(cacheTtl === undefined ? {} : { cacheTtl }),
    ...(explicitCache === undefined ? {} : { explicitCache }),
    ...(searchesWeb ? { webSearch: true } : {}),
  };
}

/** The models of a session besides the one that answers; `undefined` for those that are not set. */
export function modelRoles<Model>(values: Settings, named: (name: string) => Model) {
  const { fallback, fast, planner, judge, lead } = values;
  const role = (name: string | undefined) => (name === undefined ? undefined : named(name));
  return {
    fallback: fallback?.map(named),
    namer: role(fast),
    summariser: role(fast),
    planner: role(planner),
    judge: role(judge),
    adversary: role(judge ?? fast),
    lead: role(lead),
  };
}

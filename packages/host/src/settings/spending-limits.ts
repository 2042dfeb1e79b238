import type { AgentSettings } from "@skein/runtime";
import type { SettingsSection } from "@skein/settings";

type Limits = NonNullable<AgentSettings["spending"]>;

/** What all sessions together may spend, as config files say under `budget`: the lowest of them, so that none widens another. */
export function spendingLimits(sections: readonly SettingsSection[]): Limits {
  const said = sections
    .filter(({ key }) => key === "budget")
    .map(({ value }) => value as { readonly day?: number | null; readonly project?: number | null });
  return {
    dayUsd: lowest(said.map(({ day }) => day)),
    projectUsd: lowest(said.map(({ project }) => project)),
  };
}

function lowest(limits: readonly (number | null | undefined)[]): number | undefined {
  const known = limits.filter((limit) => typeof limit === "number");
  return known.length === 0 ? undefined : Math.min(...known);
}

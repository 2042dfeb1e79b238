import type { PathGuard, PermissionRule } from "@skein/permissions";
import type { Inspector, Redactor } from "@skein/protocol";
import type { AgentSettings } from "../agent-settings.ts";
import type { InspectorSettings } from "../inspector-settings.ts";
import { loadPermissionsInspectors } from "../later.ts";

export interface InspectorSources {
  readonly redactor: Redactor | undefined;
  readonly guard: PathGuard;
  /** The parent's, of a subagent: they stay, and its own rules are added. */
  readonly above?: readonly Inspector[] | undefined;
}

/** The inspectors of an agent, in the order in which they are asked. */
export async function openInspectors(
  { inspectors = {}, rules = [], narrow }: Pick<AgentSettings, "inspectors" | "rules" | "narrow">,
  { redactor, guard, above }: InspectorSources,
): Promise<readonly Inspector[]> {
  const { destructive, egress, injection } = await loadPermissionsInspectors();
  const own: readonly PermissionRule[] = [...rules, ...(narrow?.rules ?? [])];
  if (above) return own.length === 0 ? above : [...above, egress({ rules: own })];
  const isOff = (name: keyof InspectorSettings) => inspectors[name] === "off";
  const asksUnlisted = inspectors.egress === "listed";
  return [
    ...(isOff("destructive") ? [] : [destructive()]),
    ...(isOff("egress") ? [] : [egress({ rules: own, redactor, guard, asksUnlisted })]),
    ...(isOff("injection") ? [] : [injection()]),
  ];
}

import type { PermissionRule } from "@skein/permissions";
import type { RunLimits } from "@skein/protocol";
import type { AgentSettings } from "./agent-settings.ts";
import { stricterMode, type ModeGate } from "./mode-gate.ts";
import type { SessionSpendingLimit } from "./spending-limit.ts";

/** An agent's permissions and limits, for schedules that later act in its name. */
export interface Rights extends SessionSpendingLimit {
  /** The current one. */
  mode(): string;
  /** Its own and its ancestors'. */
  readonly rules: readonly PermissionRule[];
  /** Limits of one run. */
  readonly limits: Partial<RunLimits>;
}

/** @param above - those of its parent. */
export function rightsOf(
  { rules = [], narrow, maxCostUsd, maxTokens, limits = {} }: AgentSettings,
  gate: ModeGate,
  above?: Rights,
): Rights {
  return {
    mode: () => (above ? stricterMode(above.mode(), gate.mode()) : gate.mode()),
    rules: [...(above?.rules ?? []), ...rules, ...(narrow?.rules ?? [])],
    maxCostUsd: smallerOf(above?.maxCostUsd, maxCostUsd),
    maxTokens: smallerOf(above?.maxTokens, maxTokens),
    limits: narrowerLimits(above?.limits ?? {}, limits),
  };
}

export function narrowerLimits(one: Partial<RunLimits>, other: Partial<RunLimits>): Partial<RunLimits> {
  const names = ["maxTurns", "maxRepetitions", "maxTimeMs", "maxToolCalls", "subagentsPerReply"] as const;
  const both = names.map((name) => [name, smallerOf(one[name], other[name])] as const);
  return Object.fromEntries(both.filter(([, limit]) => limit !== undefined));
}

/** The smaller number; `undefined` means no limit. */
export function smallerOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

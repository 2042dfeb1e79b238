import type { AgentSettings } from "@skein/runtime";
import type { Schedule } from "@skein/schedules";

/**
 * The agent of a run that is a slot: with the rules and the tools that were agreed to when it was scheduled, besides those
 * that hold now.
 */
export function slotSettings(base: AgentSettings, { id, ...schedule }: Schedule): AgentSettings {
  const { rules, tools = base.tools } = schedule;
  return {
    ...base,
    rules: [...(base.rules ?? []), ...rules],
    tools: tools?.filter((name) => base.tools?.includes(name) ?? true),
    schedule: id,
  };
}

import { ConfigError } from "@skein/protocol";
import type { AgentSettings } from "@skein/runtime";
import { userSchedules } from "./user-schedules.ts";

/**
 * The agent of a run that is a slot: with the rules and the tools that were agreed to when it was scheduled, besides those
 * that hold now. Throws `ConfigError` when there is no such schedule, `SessionError` when the store cannot be read.
 */
export function slotSettings(base: AgentSettings, id: string): AgentSettings {
  using user = userSchedules();
  const found = user.schedules.store.schedules({ removed: true }).find((one) => one.id === id);
  if (!found) {
    throw new ConfigError("usage", `--schedule: there is no schedule ${JSON.stringify(id)}.`, {
      hint: "That flag is for the daemon; `skein schedule run-now NAME` runs one.",
    });
  }
  const { rules, tools = base.tools } = found;
  return {
    ...base,
    rules: [...(base.rules ?? []), ...rules],
    tools: tools?.filter((name) => base.tools?.includes(name) ?? true),
    schedule: found.id,
  };
}

import { ConfigError } from "@skein/protocol";
import type { AgentSettings } from "@skein/runtime";
import { slotSettings as settingsOfSlot, userSchedules } from "@skein/host/schedules";
import { thisMachine } from "../machine.ts";

/**
 * The agent of a run that is a slot of the schedule with this id. Throws `ConfigError` when there is no such schedule,
 * `SessionError` when the store cannot be read.
 */
export function slotSettings(base: AgentSettings, id: string): AgentSettings {
  using user = userSchedules(thisMachine());
  const found = user.schedules.store.schedules({ removed: true }).find((one) => one.id === id);
  if (found) return settingsOfSlot(base, found);
  throw new ConfigError("usage", `--schedule: there is no schedule ${JSON.stringify(id)}.`, {
    hint: "That flag is for the daemon; `skein schedule run-now NAME` runs one.",
  });
}

import { ConfigError } from "@skein/protocol";
import type { AgentSettings } from "@skein/runtime";
import type { Machine } from "../machine.ts";
import { slotSettings } from "./slot-settings.ts";
import { userSchedules } from "./user-schedules.ts";

/**
 * The agent of a run that is a slot of the schedule with this id, also of one that was removed meanwhile. Throws
 * `ConfigError` when there is no such schedule, `SessionError` when the store cannot be read.
 */
export function namedSlot(machine: Machine, base: AgentSettings, id: string): AgentSettings {
  using user = userSchedules(machine);
  const found = user.schedules.store.schedules({ removed: true }).find((one) => one.id === id);
  if (found) return slotSettings(base, found);
  throw new ConfigError("usage", `There is no schedule ${JSON.stringify(id)}.`, {
    nextStep: { do: "run-schedule" },
  });
}

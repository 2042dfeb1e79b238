import type { JsonObject } from "@skein/protocol";
import type { ModelOverrides } from "@skein/runtime";
import type { SettingsSection } from "@skein/settings";
import type { Machine } from "../machine.ts";
import { userEntries } from "./user-entries.ts";

/**
 * Limits, prices and what else there is to know, by model id, as the user's own config files say under `models`; a
 * stronger file wins for the whole model.
 */
function modelFacts(sections: readonly SettingsSection[]): Readonly<Record<string, ModelOverrides>> {
  const found: Record<string, ModelOverrides> = {};
  for (const { key, value } of sections.toReversed()) {
    if (key !== "models") continue;
    for (const [id, said] of Object.entries(value as Readonly<Record<string, JsonObject>>)) {
      const { price, toolshim = false, notes = "", body, ...limits } = said as unknown as Written;
      found[id] = { limits, toolshim, notes, ...(price ? { price } : {}), ...(body ? { body } : {}) };
    }
  }
  return found;
}

/** An entry as it stands in a config file. */
interface Written {
  readonly contextTokens?: number;
  readonly outputTokens?: number;
  readonly images?: boolean;
  readonly pdfs?: boolean;
  readonly price?: NonNullable<ModelOverrides["price"]>;
  readonly toolshim?: boolean;
  readonly notes?: string;
  readonly body?: JsonObject;
}

/** The user's own, for a runtime. */
export async function userModelFacts(machine: Machine): Promise<Readonly<Record<string, ModelOverrides>>> {
  return modelFacts(await userEntries(machine));
}

import { join } from "node:path";
import type { Machine } from "@skein/host";
import { keptSecrets } from "@skein/host/secrets";
import { userEntries } from "@skein/host/settings";
import type { JsonObject, JsonValue } from "@skein/protocol";
import { settingFields, readConfigFile, type SecretStore } from "@skein/settings";
import type { Area } from "../findings.ts";
import { readOwnNotes } from "./notes-file.ts";

/** What of the user's own Skein an import may change. */
export interface CurrentSetup {
  readonly file: string;
  readonly config: JsonObject;
  /** The user's notes for the model; absent: `hints` is empty, so they would not be read, or they were not requested. */
  readonly notes: { readonly file: string; readonly text: string } | undefined;
  readonly secrets: SecretStore;
  readonly env: Machine["env"];
}

/**
 * @param given - the config file. Default: the user's own. Throws `ConfigError` for a file that could not be changed without
 *   losing what it says.
 */
export async function readCurrentSetup(
  machine: Machine,
  only: readonly Area[],
  given?: string,
): Promise<CurrentSetup> {
  const folder = machine.directories.config;
  const file = given ?? join(folder, "config.yaml");
  const entries = (await readConfigFile(file)) ?? [];
  const config = Object.fromEntries(entries.map(({ key, value }): [string, JsonValue] => [key, value]));
  // A value that no command could read must not be built upon.
  await userEntries(machine);
  const parsed = settingFields.hints.parse(config["hints"] ?? settingFields.hints.fallback);
  const names = "value" in parsed ? parsed.value : [];
  const name = names.includes("AGENTS.md") ? "AGENTS.md" : names[0];
  const isRead = name !== undefined && only.includes("memory");
  const notes = isRead ? await readOwnNotes(join(folder, name)) : undefined;
  return { file, config, notes, secrets: keptSecrets(machine), env: machine.env };
}

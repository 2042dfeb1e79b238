import { editConfigFile, settingFields, type ConfigChange, type SecretLocation } from "@skein/settings";
import type { Machine } from "@skein/host";
import type { ProviderRegistry } from "@skein/host/providers";
import { keptSecrets } from "@skein/host/secrets";
import type { ConfigureAnswers } from "./answers.ts";
import type { CurrentConfig } from "./current.ts";

export interface SavedConfig {
  /** Where the key is now; absent when there was none to save. */
  readonly key?: { readonly variable: string; readonly place: SecretLocation };
  readonly config: string;
  /** Environment variables that win over what was saved. */
  readonly overruledBy: readonly string[];
}

const roles = ["fast", "lead", "planner"] as const;

export interface SaveOptions {
  readonly providers: ProviderRegistry;
  /** Whom key and address are for; not needed without them. */
  readonly provider: string | undefined;
  readonly answers: ConfigureAnswers;
  readonly current: CurrentConfig;
}

/** The key first: without it the rest would be of no use. Throws `ConfigError`. */
export async function saveConfig(machine: Machine, options: SaveOptions): Promise<SavedConfig> {
  const { providers, provider, answers, current } = options;
  const { keyVariables = [], addressVariable } = provider === undefined ? {} : providers.named(provider);
  const [variable] = keyVariables;
  const key =
    answers.key === undefined || variable === undefined
      ? undefined
      : { variable, place: await keptSecrets(machine).set(variable, answers.key) };
  const changes = changesOf(provider, answers, current);
  if (changes.length > 0) await editConfigFile(current.file, changes);
  const candidates = [
    ...(key ? keyVariables : []),
    ...(answers.baseUrl !== undefined && addressVariable !== undefined ? [addressVariable] : []),
    ...(answers.provider === undefined ? [] : ["SKEIN_PROVIDER"]),
    ...(answers.model === undefined ? [] : ["SKEIN_MODEL"]),
    ...(answers.mode === undefined ? [] : ["SKEIN_MODE"]),
    ...roles.filter((role) => answers[role] !== undefined).map((role) => settingFields[role].variable),
  ];
  return {
    ...(key ? { key } : {}),
    config: current.file,
    overruledBy: candidates.filter((name) => (machine.env[name] ?? "").trim() !== ""),
  };
}

function changesOf(
  provider: string | undefined,
  answers: ConfigureAnswers,
  current: CurrentConfig,
): readonly ConfigChange[] {
  const changes: ConfigChange[] = [];
  if (answers.provider !== undefined) changes.push({ path: ["provider"], value: answers.provider });
  if (answers.model !== undefined) changes.push({ path: ["model"], value: answers.model });
  // Another provider does not know the model of the one before.
  else if (answers.provider !== undefined && answers.provider !== current.provider)
    changes.push({ path: ["model"], value: undefined });
  if (answers.mode !== undefined) changes.push({ path: ["mode"], value: answers.mode });
  for (const role of roles) {
    if (answers[role] !== undefined) changes.push({ path: [role], value: answers[role].trim() || undefined });
  }
  if (provider !== undefined && answers.baseUrl !== undefined)
    changes.push({ path: ["providers", provider, "baseUrl"], value: answers.baseUrl || undefined });
  return changes;
}

import { join } from "node:path";
import { readConfigFile } from "@skein/settings";
import type { Machine } from "@skein/host";

/** What the user's own config file says now. */
export interface CurrentConfig {
  readonly file: string;
  readonly provider: string | undefined;
  readonly model: string | undefined;
}

/** Throws `ConfigError` for a file that could not be changed without losing what it says. */
export async function currentConfig({ directories }: Machine): Promise<CurrentConfig> {
  const file = join(directories.config, "config.yaml");
  const entries = (await readConfigFile(file)) ?? [];
  const textValue = (key: string): string | undefined => {
    const value = entries.find((entry) => entry.key === key)?.value;
    return typeof value === "string" ? value : undefined;
  };
  return { file, provider: textValue("provider"), model: textValue("model") };
}

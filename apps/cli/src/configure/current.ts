import { join } from "node:path";
import { directories, readConfigFile } from "@skein/settings";
import { userAddresses } from "@skein/host/settings";
import { thisMachine } from "../machine.ts";

/** What the user's own config file says now. */
export interface Current {
  readonly file: string;
  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly addresses: Readonly<Record<string, string>>;
}

/** Throws `ConfigError` for a file that could not be changed without losing what it says. */
export async function currentConfig(): Promise<Current> {
  const file = join(directories({ env: process.env }).config, "config.yaml");
  const entries = (await readConfigFile(file)) ?? [];
  const textOf = (key: string): string | undefined => {
    const value = entries.find((entry) => entry.key === key)?.value;
    return typeof value === "string" ? value : undefined;
  };
  return {
    file,
    provider: textOf("provider"),
    model: textOf("model"),
    addresses: await userAddresses(thisMachine()),
  };
}

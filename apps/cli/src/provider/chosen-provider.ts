import type { ModelProvider } from "@skein/protocol";
import { effectiveSettings } from "@skein/host/settings";
import { thisMachine } from "../machine.ts";
import { firstWithKey, knownProvider, knownProviders, learnProviders, loadersTelling } from "../providers.ts";
import { say } from "./say.ts";

/** The provider with that id; without one, the one that a run here would take. Throws `ConfigError`. */
export async function openProvider(
  id: string | undefined,
): Promise<{ readonly id: string; readonly provider: ModelProvider }> {
  for (const warning of await learnProviders(process.cwd())) say(warning);
  const chosen = id ?? (await chosenProvider());
  knownProvider(chosen);
  const provider = await loadersTelling({ say })[chosen]!();
  return { id: chosen, provider };
}

async function chosenProvider(): Promise<string> {
  const { values } = await effectiveSettings(thisMachine(), process.cwd());
  if (values.provider !== undefined) return values.provider;
  return (await firstWithKey()) ?? Object.keys(knownProviders)[0]!;
}

import { openProvider } from "@skein/host/providers";
import type { ModelProvider } from "@skein/protocol";
import { debugFolder } from "../debug-folder.ts";
import { thisMachine } from "../machine.ts";
import { learnProviders, providerRegistry } from "../providers.ts";
import { warn } from "../print.ts";

/** The provider with that id; without one, the one that a run here would take. Throws `ConfigError`. */
export async function chosenProvider(
  id: string | undefined,
): Promise<{ readonly id: string; readonly provider: ModelProvider }> {
  const cwd = process.cwd();
  for (const warning of await learnProviders(cwd)) warn(warning);
  return openProvider(thisMachine(), providerRegistry, {
    id,
    cwd,
    listeners: { say: warn, httpLog: debugFolder() },
  });
}

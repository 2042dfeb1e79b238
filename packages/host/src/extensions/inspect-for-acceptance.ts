import { ConfigError } from "@skein/protocol";
import type { McpSettings } from "@skein/extensions";
import { runProgram } from "@skein/runtime/extensions";
import {
  describeOfferChange,
  inspectServer,
  maliciousPackage,
  osvAdvisories,
  resolveVersion,
  startedPackage,
  type DescribedChange,
  type InspectedServer,
} from "@skein/extensions";
import type { Machine } from "../machine.ts";

export interface InspectedExtension extends Omit<InspectedServer, "changes"> {
  readonly changes: readonly DescribedChange[];
}

/** Milliseconds that the registry's client may take. */
const registryMs = 15_000;

const osvAddress = "https://api.osv.dev";

/** What its launcher would start now, which later starts keep to. `undefined`: it starts no package, or it cannot be known. */
async function newestPackage(server: McpSettings, env: Machine["env"]) {
  const found = "command" in server ? startedPackage(server) : undefined;
  const version = found && (await resolveVersion(found, runProgram(env, registryMs)));
  return found && version !== undefined ? { ...found, version } : undefined;
}

/**
 * Asks what a server offers that a person is about to accept. Before it is started, the package that its command fetches is
 * looked up among those known to be malicious: in the list that ships, and at OSV, where it can be reached;
 * `SKEIN_OSV_URL` names another address, and empty none.
 *
 * @param isNewest - starts the newest version of its package that its command allows, instead of the accepted one.
 *
 * Throws `ConfigError` and `ExtensionError`.
 */
export async function inspectForAcceptance(
  { env }: Machine,
  server: McpSettings,
  { signal, isNewest = false }: { readonly signal: AbortSignal; readonly isNewest?: boolean },
): Promise<InspectedExtension> {
  const address = env["SKEIN_OSV_URL"] ?? osvAddress;
  const advisories = address === "" ? () => Promise.resolve(undefined) : osvAdvisories(address);
  const problem = await maliciousPackage(server, advisories);
  if (problem !== undefined) {
    throw new ConfigError("usage", `Not added: ${problem}.`, {
      hint: "Remove it wherever it is installed, and replace the keys that it could read.",
    });
  }
  const newest = isNewest ? await newestPackage(server, env) : undefined;
  const inspected = await inspectServer(server, signal, newest);
  return { ...inspected, changes: inspected.changes.map(describeOfferChange) };
}

import { ConfigError } from "@skein/protocol";
import type { McpSettings } from "@skein/runtime";
import {
  describeOfferChange,
  inspectServer,
  maliciousPackage,
  osvAdvisories,
  type DescribedChange,
  type InspectedServer,
} from "@skein/runtime/extensions";
import type { Machine } from "../machine.ts";

export interface InspectedExtension extends Omit<InspectedServer, "changes"> {
  readonly changes: readonly DescribedChange[];
}

const osvAddress = "https://api.osv.dev";

/**
 * Asks what a server offers that a person is about to accept. Before it is started, the package that its command fetches is
 * looked up among those known to be malicious: in the list that ships, and at OSV, where it can be reached;
 * `SKEIN_OSV_URL` names another address, and empty none.
 *
 * Throws `ConfigError` and `ExtensionError`.
 */
export async function inspectForAcceptance(
  { env }: Machine,
  server: McpSettings,
  signal: AbortSignal,
): Promise<InspectedExtension> {
  const address = env["SKEIN_OSV_URL"] ?? osvAddress;
  const advisories = address === "" ? () => Promise.resolve(undefined) : osvAdvisories(address);
  const problem = await maliciousPackage(server, advisories);
  if (problem !== undefined) {
    throw new ConfigError("usage", `Not added: ${problem}.`, {
      hint: "Remove it wherever it is installed, and replace the keys that it could read.",
    });
  }
  const inspected = await inspectServer(server, signal);
  return { ...inspected, changes: inspected.changes.map(describeOfferChange) };
}

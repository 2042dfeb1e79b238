// Source: MCP, lifecycle, capability negotiation.

import type { ServerCapabilities } from "@modelcontextprotocol/server";
import type { Extension } from "@skein/protocol";

/**
 * Lists what clients can request from an extension. Clients do not ask for what
 * is missing here.
 *
 * @param tasks - capabilities of tasks, for extensions with long calls.
 */
export function capabilitiesOf(extension: Extension, tasks: ServerCapabilities): ServerCapabilities {
  const { prompts, resources } = extension;
  return {
    ...tasks,
    logging: {},
    tools: changing(extension),
    ...(prompts ? { prompts: changing(prompts) } : {}),
    ...(resources
      ? {
          resources: { ...changing(resources), ...(resources.subscribe ? { subscribe: true } : {}) },
        }
      : {}),
    ...(prompts?.complete || resources?.complete ? { completions: {} } : {}),
  };
}

/** Says whether a list can change. */
function changing(offer: Pick<Extension, "onChange">) {
  return offer.onChange ? { listChanged: true } : {};
}

import type { ServerCapabilities } from "@modelcontextprotocol/server";
import type { Extension } from "@skein/protocol";

/**
 * What clients are told that they can ask an extension for.
 *
 * @param tasks - of what makes tasks of its calls.
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

function changing(offer: Pick<Extension, "onChange">) {
  return offer.onChange ? { listChanged: true } : {};
}

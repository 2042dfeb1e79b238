import type { AssistantPart, ModelProvider } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";

/** A provider whose only model follows the script. */
export function demoProvider(script: readonly (readonly AssistantPart[])[]): ModelProvider {
  return {
    id: "scripted",
    model: () => scriptedModel(script),
    models: async () => [],
    prepare: async () => undefined,
    check: async () => undefined,
  };
}

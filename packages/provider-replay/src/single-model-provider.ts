import type { ChatModel, ModelProvider } from "@skein/protocol";

/** A provider whose every model is this one, for demonstrations and tests. It needs no key. */
export function singleModelProvider(model: () => ChatModel): ModelProvider {
  return {
    id: "scripted",
    model,
    models: async () => [],
    prepare: async () => undefined,
    check: async () => undefined,
  };
}

import type { ChatModel, ModelProvider, ModelRequest } from "@skein/protocol";
import { withRetries } from "@skein/provider-kit";
import type { RetryPolicy } from "@skein/provider-kit";
import { readScript } from "./script-file.ts";
import { free, scriptedModel } from "./scripted-model.ts";
import type { ScriptedModel } from "./scripted-model.ts";

export interface ScriptedProviderSettings {
  /** Path of the script for a model that is called `""`. Otherwise the model's name is the path. */
  readonly script?: string | undefined;
  readonly retry?: RetryPolicy | undefined;
}

/**
 * Scripts in files, as a provider: the model's name is the path of a JSON script. The file is read at the first
 * request, which throws `ConfigError` when it cannot be used. A turn with a retryable `error` is tried again with the
 * turn after it.
 */
export function scriptedProvider({ script, retry }: ScriptedProviderSettings = {}): ModelProvider {
  return {
    id: "replay",
    model: (modelId) => withRetries(fileModel(modelId === "" ? (script ?? "") : modelId), retry),
    prepare: async () => {
      if (script !== undefined) await readScript(script);
    },
    models: () => Promise.resolve(script === undefined ? [] : [{ id: script, limits: {} }]),
    check: async () => {
      if (script !== undefined) await readScript(script);
    },
  };
}

function fileModel(path: string): ChatModel {
  let loaded: Promise<ScriptedModel> | undefined;
  const load = async (): Promise<ScriptedModel> => {
    const { turns, ...options } = await readScript(path);
    return scriptedModel(turns, { ...options, id: path });
  };
  return {
    provider: "replay",
    id: path,
    limits: {},
    price: free,
    async *stream(request: ModelRequest, signal: AbortSignal) {
      loaded ??= load();
      yield* (await loaded).stream(request, signal);
    },
  };
}

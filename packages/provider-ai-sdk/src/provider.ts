import { ConfigError } from "@skein/protocol";
import type { AttemptModel, ModelProvider } from "@skein/protocol";
import { complete, prepareModel } from "@skein/provider-kit";
import type { AiSdkModel, AiSdkProvider } from "./ai-sdk.ts";
import { configError } from "./errors.ts";
import { aiSdkModel } from "./model.ts";
import type { AiSdkProviderSettings, AiSdkSettings } from "./settings.ts";

/** A language model of the AI SDK as a Skein model, with watchdog and retries on. */
export function fromAiSdk(model: AiSdkModel, settings: AiSdkSettings = {}): AttemptModel {
  return prepareModel(aiSdkModel(model, settings), settings);
}

/**
 * A provider of the AI SDK as a Skein provider.
 *
 * The AI SDK cannot ask an endpoint for its models: `models()` gives back what the settings say, and `check()` asks
 * the first of them for a word; without any it throws `ConfigError` `usage`.
 */
export function createAiSdk(provider: AiSdkProvider, settings: AiSdkProviderSettings = {}): ModelProvider {
  const { id = "ai-sdk", models = [] } = settings;
  const model = (modelId: string): AttemptModel => fromAiSdk(named(provider, modelId), { ...settings, id });
  return {
    id,
    model,
    prepare: () => Promise.resolve(),
    models: () => Promise.resolve(models),
    async check(signal = new AbortController().signal) {
      const [first] = models;
      if (!first) {
        throw new ConfigError("usage", `The models of ${id} cannot be asked for, so it cannot be checked.`, {
          hint: "Name one in the setting `models`: createAiSdk(provider, { models: [{ id: …, limits: {} }] }).",
        });
      }
      await complete(model(first.id), oneWord, signal);
    },
  };
}

const oneWord = {
  system: "",
  tools: [],
  messages: [{ role: "user", from: "user", content: [{ type: "text", text: "Say yes." }] }],
  options: { maxOutputTokens: 16 },
} as const;

/** Some packages of the AI SDK look for their key here. */
function named(provider: AiSdkProvider, modelId: string): AiSdkModel {
  try {
    return provider.languageModel(modelId);
  } catch (error) {
    throw configError(error) ?? error;
  }
}

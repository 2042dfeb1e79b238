import type { LanguageModelV2, LanguageModelV3, LanguageModelV4 } from "@ai-sdk/provider";

/** A language model of the AI SDK, by any of the three versions of its contract that are in use. */
export type AiSdkModel = LanguageModelV2 | LanguageModelV3 | LanguageModelV4;

/** What `createAnthropic()` and its like of the AI SDK give back, as far as it is needed. */
export interface AiSdkProvider {
  languageModel(modelId: string): AiSdkModel;
}

export type SpecVersion = AiSdkModel["specificationVersion"];

import type {
  LanguageModelV2StreamPart,
  LanguageModelV3StreamPart,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";

/** What a model of any version streams. */
export type StreamPart = LanguageModelV2StreamPart | LanguageModelV3StreamPart | LanguageModelV4StreamPart;

export type FinishPart = Extract<StreamPart, { type: "finish" }>;

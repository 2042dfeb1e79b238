import { createAnthropic } from "../../../../packages/provider-anthropic/src/index.ts";
import {
  anthropicMessages,
  openaiChat,
  type Subject,
} from "../../../../packages/provider-conformance/src/cases.ts";
import { createOpenAI } from "../../../../packages/provider-openai/src/index.ts";

/** A good provider with one defect, and the cases that must find it: these and no others. */
export interface BrokenProvider {
  readonly defect: string;
  readonly subject: Subject;
  readonly fails: readonly string[];
}

export const anthropic: Subject = {
  name: "anthropic",
  dialect: anthropicMessages,
  modelId: "claude-test",
  provider: createAnthropic,
};
export const chat: Subject = {
  name: "openai chat",
  dialect: openaiChat,
  modelId: "gpt-test",
  provider: (settings) => createOpenAI({ ...settings, api: "chat" }),
};

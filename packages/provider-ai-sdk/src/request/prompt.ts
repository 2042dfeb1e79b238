import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { AssistantMessage, AssistantPart, ModelRequest } from "@skein/protocol";
import {
  callInput,
  conversationContinues,
  createUniqueIds,
  encodeConversation,
  continueText,
  ownData,
  turnsOf,
} from "@skein/provider-kit";
import type { Owner, Turn } from "@skein/provider-kit";
import type { SpecVersion } from "../ai-sdk.ts";
import { optionsIn, partFrom } from "../sidecar.ts";
import { saidIn, textSaid } from "./content.ts";
import { resultOutput } from "./results.ts";
import { callIds, wireName } from "./tools.ts";

export interface PromptTarget {
  readonly owner: Owner;
  readonly version: SpecVersion;
}

type AssistantContent = Extract<LanguageModelV4Message, { role: "assistant" }>["content"];

/**
 * The conversation as a prompt of the AI SDK. Results stand right behind their calls, one for each; what the vendor
 * wants back of a part goes back to the model that wrote it, and thoughts of others are left out. Messages only depend
 * on the ones before them, so that a longer conversation begins with the same ones.
 */
export function promptOf(
  { system, messages }: ModelRequest,
  { owner, version }: PromptTarget,
): LanguageModelV4Prompt {
  const said = encodeConversation(messages, JSON.stringify(["ai-sdk", owner, version]), () => {
    const callId = createUniqueIds(callIds);
    return (added, items: LanguageModelV4Message[]) => {
      for (const turn of turnsOf(added)) items.push(...turnMessages(turn, { owner, version }, callId));
    };
  });
  const ends = said.at(-1);
  const nudge = !ends || ends.role === "assistant" ? textSaid(continueText(messages.at(-1))) : [];
  return [
    ...(system.trim() === "" ? [] : [{ role: "system" as const, content: system.toWellFormed() }]),
    ...(said[0]?.role === "assistant" ? userMessage(textSaid(conversationContinues)) : []),
    ...said,
    ...userMessage(nudge),
  ];
}

function turnMessages(
  { reply, answers, said }: Turn,
  { owner, version }: PromptTarget,
  callId: (id: string) => string,
): readonly LanguageModelV4Message[] {
  const ids = answers.map(({ call }) => callId(call.id));
  const content = reply ? assistantContent(reply, owner, ids) : [];
  const results = answers.map(({ call, result }, at) => ({
    type: "tool-result" as const,
    toolCallId: ids[at]!,
    toolName: wireName(call.name),
    output: resultOutput(result, version),
  }));
  return [
    ...(content.length > 0 ? [{ role: "assistant" as const, content }] : []),
    ...(results.length > 0 ? [{ role: "tool" as const, content: results }] : []),
    ...said.flatMap((parts) => userMessage(saidIn(parts, version))),
  ];
}

function userMessage(content: ReturnType<typeof saidIn>): LanguageModelV4Message[] {
  return content.length === 0 ? [] : [{ role: "user", content }];
}

function assistantContent(
  reply: AssistantMessage,
  owner: Owner,
  callIdsOf: readonly string[],
): AssistantContent {
  const ids = [...callIdsOf];
  return reply.content.flatMap((part) => assistantPart(part, owner, () => ids.shift()!));
}

function assistantPart(part: AssistantPart, owner: Owner, nextId: () => string): AssistantContent {
  const data = ownData(part.sidecar, owner);
  const options = optionsIn(data);
  switch (part.type) {
    case "text":
      return textSaid(part.text).map((text) => ({ ...text, ...options }));
    case "thinking":
      return data ? [{ type: "reasoning", text: part.text.toWellFormed(), ...options }] : [];
    case "tool-call":
      return [
        {
          type: "tool-call",
          toolCallId: nextId(),
          toolName: wireName(part.name),
          input: callInput(part),
          ...options,
        },
      ];
    case "opaque":
      return data ? partFrom(data) : [];
  }
}

import type { AssistantPart, Message, ToolCallPart, ToolResultPart } from "@skein/protocol";
import {
  callInput,
  contextParts,
  conversationContinues,
  createUniqueIds,
  encodeConversation,
  legalIds,
  lostResult,
  noOutput,
  ownData,
  transcriptFor,
  turnsOf,
  alternatingMessages,
} from "@skein/provider-kit";
import type { Turn } from "@skein/provider-kit";
import { isClaudeModel, isNovaModel, thinkingTraits } from "../catalog.ts";
import { providerId } from "../names.ts";
import type { WireBlock, WireMessage } from "../wire.ts";
import { contentBlocks, legalDocumentName, textBlocks } from "./content.ts";
import type { DocumentName } from "./content.ts";
import { wireName } from "./tools.ts";

/** `[a-zA-Z0-9_-]+`, 64 at most. */
const callIds = legalIds({ illegal: /[^a-zA-Z0-9_-]/g, maxLength: 64 });

interface Form {
  /** The id that is asked: the owner of the sidecars that go back. */
  readonly modelId: string;
  /** Whether results may say that they are failures; only some models take it. */
  readonly status: boolean;
  /** Whether thoughts go back. */
  readonly thoughts: boolean;
  readonly documentName: DocumentName;
}

/**
 * The conversation in the vendor's terms. Its rules, and what is done about them:
 *
 * - user and assistant take turns, the user first: neighbours of one role are merged;
 * - the results of a reply's calls come first in the message after it, one for each: results are put there, a missing
 *   one is said to be missing, one without a call is told as text;
 * - signed and sealed thoughts and the vendor's own blocks go back only to the model that wrote them, unchanged; thoughts
 *   that are bound to a conversation are left out, because a request behind a compaction would be refused;
 * - the input of a call is an object: for one that was not, or did not parse, `{}` stands (its result explains);
 * - documents have names that are unlike; no empty text and no lone surrogates.
 *
 * Messages only depend on the ones before them, so a longer conversation begins with the same bytes.
 */
export function wireMessages(messages: readonly Message[], modelId: string): readonly WireMessage[] {
  const owner = { provider: providerId, model: modelId };
  return encodeConversation(messages, JSON.stringify(["bedrock", owner]), () => {
    const callId = createUniqueIds(callIds);
    const form: Form = {
      modelId,
      status: isClaudeModel(modelId) || isNovaModel(modelId),
      thoughts: thinkingTraits(modelId).bound !== true,
      documentName: createUniqueIds(legalDocumentName),
    };
    return (added, wire) => {
      for (const turn of turnsOf(transcriptFor(added, owner))) {
        const ids = turn.answers.map(({ call }) => callId(call.id));
        add(wire, "assistant", replyBlocks(turn, ids, form));
        add(wire, "user", [
          ...turn.answers.map(({ result }, at) => resultBlock(ids[at]!, result, form)),
          ...turn.said.flatMap((parts) => contentBlocks(parts, form.documentName)),
        ]);
      }
    };
  });
}

/** User and assistant take turns, the user first. */
const add = alternatingMessages<WireBlock>(() => textBlocks(conversationContinues));

function replyBlocks({ reply }: Turn, ids: readonly string[], form: Form): WireBlock[] {
  const open = [...ids];
  return (reply?.content ?? []).flatMap((part) =>
    part.type === "tool-call" ? [callBlock(part, open.shift()!)] : partBlocks(part, form),
  );
}

function callBlock(call: ToolCallPart, toolUseId: string): WireBlock {
  return { toolUse: { toolUseId, name: wireName(call.name), input: callInput(call) } };
}

function partBlocks(
  part: Exclude<AssistantPart, ToolCallPart>,
  { modelId, thoughts }: Form,
): readonly WireBlock[] {
  const own = ownData(part.sidecar, { provider: providerId, model: modelId });
  switch (part.type) {
    case "text":
      return textBlocks(part.text);
    case "thinking": {
      if (!own || !thoughts) return [];
      const { signature, redacted } = own;
      return [
        ...(signature === undefined
          ? []
          : [{ reasoningContent: { reasoningText: { text: part.text.toWellFormed(), signature } } }]),
        ...(redacted === undefined ? [] : [{ reasoningContent: { redactedContent: redacted } }]),
      ];
    }
    case "opaque":
      return own ? [own] : [];
  }
}

function resultBlock(toolUseId: string, result: ToolResultPart | undefined, form: Form): WireBlock {
  const failed = !result || result.failure !== undefined;
  const content = result ? contentBlocks(result.content, form.documentName) : textBlocks(lostResult);
  return {
    toolResult: {
      toolUseId,
      content: [
        ...(content.length === 0 ? textBlocks(noOutput) : content),
        ...contentBlocks(contextParts(result), form.documentName),
      ],
      ...(failed && form.status ? { status: "error" } : {}),
    },
  };
}

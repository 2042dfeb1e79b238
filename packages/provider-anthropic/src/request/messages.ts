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
import type { Owner, Turn } from "@skein/provider-kit";
import type { WireBlock, WireMessage } from "../wire.ts";
import { contentBlocks, textBlocks } from "./content.ts";
import { wireName } from "./tools.ts";

/** `^[a-zA-Z0-9_-]+$`; the length is ours. */
const callIds = legalIds({ illegal: /[^a-zA-Z0-9_-]/g, maxLength: 128 });

/**
 * The conversation in the vendor's terms. Its rules, and what is done about them:
 *
 * - user and assistant take turns, the user first: neighbours of one role are merged;
 * - the results of a reply's calls come first in the message after it, one for each: results are put there, a missing
 *   one is said to be missing, one without a call is told as text;
 * - thoughts and the vendor's own blocks go back only to the model that wrote them, unchanged;
 * - the input of a call is an object: for one that was not, or did not parse, `{}` stands (its result explains);
 * - what the harness says stands inside the last result: behind a text block that follows results, models end their
 *   turn (platform.claude.com/docs/en/agents-and-tools/tool-use, empty responses);
 * - no empty text and no lone surrogates.
 *
 * Messages only depend on the ones before them, so a longer conversation begins with the same bytes.
 */
export function wireMessages(messages: readonly Message[], owner: Owner): readonly WireMessage[] {
  return encodeConversation(messages, JSON.stringify(["anthropic", owner]), () => {
    const callId = createUniqueIds(callIds);
    return (added, wire) => {
      for (const turn of turnsOf(transcriptFor(added, owner))) {
        const ids = turn.answers.map(({ call }) => callId(call.id));
        add(wire, "assistant", replyBlocks(turn, ids, owner));
        add(wire, "user", [
          ...turn.answers.map(({ result }, at) => resultBlock(ids[at]!, result)),
          ...turn.said.flatMap(contentBlocks),
        ]);
      }
    };
  });
}

/** User and assistant take turns, the user first. */
const add = alternatingMessages<WireBlock>(() => textBlocks(conversationContinues));

function replyBlocks({ reply }: Turn, ids: readonly string[], owner: Owner): WireBlock[] {
  const open = [...ids];
  return (reply?.content ?? []).flatMap((part) =>
    part.type === "tool-call" ? [callBlock(part, open.shift()!, owner)] : partBlocks(part, owner),
  );
}

function callBlock(call: ToolCallPart, id: string, owner: Owner): WireBlock {
  const head = { type: "tool_use", id, name: wireName(call.name), input: callInput(call) };
  return { ...head, ...ownData(call.sidecar, owner) };
}

function partBlocks(part: Exclude<AssistantPart, ToolCallPart>, owner: Owner): WireBlock[] {
  const own = ownData(part.sidecar, owner);
  switch (part.type) {
    case "text":
      return textBlocks(part.text).map((block) =>
        own?.["citations"] ? { ...block, citations: own["citations"] } : block,
      );
    case "thinking":
      if (own?.["redacted"] !== undefined) return [{ type: "redacted_thinking", data: own["redacted"] }];
      return own?.["signature"] === undefined
        ? []
        : [{ type: "thinking", thinking: part.text, signature: own["signature"] }];
    case "opaque":
      return own ? [own as unknown as WireBlock] : [];
  }
}

function resultBlock(wireId: string, result: ToolResultPart | undefined): WireBlock {
  const head = { type: "tool_result", tool_use_id: wireId };
  if (!result) return { ...head, content: textBlocks(lostResult), is_error: true };
  const content = contentBlocks(result.content);
  return {
    ...head,
    content: [
      ...(content.length === 0 ? textBlocks(noOutput) : content),
      ...contentBlocks(contextParts(result)),
    ],
    ...(result.failure === undefined ? {} : { is_error: true }),
  };
}

import type { AssistantPart, JsonValue, Message, ToolCallPart } from "@skein/protocol";
import {
  callInput,
  conversationContinues,
  createUniqueIds,
  encodeConversation,
  legalIds,
  ownData,
  transcriptFor,
  turnsOf,
} from "@skein/provider-kit";
import type { Owner, Turn } from "@skein/provider-kit";
import { isThirdGeneration } from "../catalog.ts";
import type { WireContent, WirePart } from "../wire.ts";
import { contentParts, textParts } from "./content.ts";
import { createResultParts } from "./results.ts";
import type { ResultParts } from "./results.ts";
import { wireName } from "./tools.ts";

/**
 * Stands for the signature of a call that another model made. Source:
 * ai.google.dev/gemini-api/docs/thought-signatures.
 */
const foreignSignature = "skip_thought_signature_validator";

/** The vendor says nothing of ids; these characters and this length are what it gives. */
const callIds = legalIds({ illegal: /[^\w.:-]/g, maxLength: 128 });

/**
 * The conversation in the vendor's terms. Its rules, and what is done about them:
 *
 * - user and model take turns, the user first: neighbours of one role are merged;
 * - a reply's calls are answered in the content after it, each by one response and before anything else:
 *   results are put there in the order of the calls, a missing one is said to be missing, one without a call
 *   is told as text;
 * - signatures and the vendor's own parts go back on the very part they came with, only to the model that
 *   wrote them; models that require a signature on a reply's first call get the documented placeholder if it
 *   is missing;
 * - arguments are an object: for some that were not, or did not parse, `{}` stands (the result explains);
 * - no empty text and no lone surrogates.
 *
 * Contents only depend on the ones before them, so a longer conversation begins with the same bytes.
 *
 * @param owner - of the sidecars that go back: the provider and the id that is asked.
 */
export function wireContents(messages: readonly Message[], owner: Owner): readonly WireContent[] {
  return encodeConversation(messages, JSON.stringify(["gemini", owner]), () => {
    const newId = createUniqueIds(callIds);
    const resultParts = createResultParts(isThirdGeneration(owner.model));
    return (added, contents) => {
      for (const turn of turnsOf(transcriptFor(added, owner))) {
        const calls = turn.answers.map(({ call }) => ({ id: newId(call.id), name: wireName(call.name) }));
        add(contents, "model", replyParts(turn, calls, owner));
        add(contents, "user", answerParts(turn, calls, resultParts));
      }
    };
  });
}

function add(contents: WireContent[], role: WireContent["role"], parts: readonly WirePart[]): void {
  if (parts.length === 0) return;
  if (contents.length === 0 && role === "model")
    contents.push({ role: "user", parts: textParts(conversationContinues) });
  const last = contents.at(-1);
  if (last?.role === role) contents[contents.length - 1] = { role, parts: [...last.parts, ...parts] };
  else contents.push({ role, parts });
}

interface WireCall {
  readonly id: string;
  readonly name: string;
}

function replyParts({ reply }: Turn, calls: readonly WireCall[], owner: Owner): WirePart[] {
  const insists = isThirdGeneration(owner.model);
  let next = 0;
  return (reply?.content ?? []).flatMap((part) => {
    if (part.type !== "tool-call") return otherParts(part, owner);
    const at = next++;
    const own = ownData(part.sidecar, owner);
    const signature = own?.["signature"] ?? (insists && at === 0 ? foreignSignature : undefined);
    return [{ functionCall: { ...calls[at]!, args: callInput(part) }, ...signed(signature) }];
  });
}

function otherParts(part: Exclude<AssistantPart, ToolCallPart>, owner: Owner): WirePart[] {
  const own = ownData(part.sidecar, owner);
  switch (part.type) {
    case "text": {
      if (own?.["signature"] === undefined) return textParts(part.text);
      return [{ text: part.text.toWellFormed(), ...signed(own["signature"]) }];
    }
    case "thinking":
      // What is not signed the vendor does not read.
      if (own?.["signature"] === undefined) return [];
      return [{ text: part.text.toWellFormed(), thought: true, ...signed(own["signature"]) }];
    case "opaque":
      // What stands beside a reply is no part of it.
      return own && !("groundingMetadata" in own) ? [own] : [];
  }
}

function signed(signature: JsonValue | undefined): { readonly thoughtSignature?: JsonValue } {
  return signature === undefined ? {} : { thoughtSignature: signature };
}

/** Responses in the order of the calls, what comes with them, then what was said. */
function answerParts(
  { answers, said }: Turn,
  calls: readonly WireCall[],
  resultParts: ResultParts,
): WirePart[] {
  const results = answers.map(({ result }, at) => resultParts(calls[at]!.id, calls[at]!.name, result));
  return [
    ...results.map(({ response }) => response),
    ...results.flatMap(({ following }) => following),
    ...said.flatMap(contentParts),
  ];
}

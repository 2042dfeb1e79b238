import { contextTag, extractText } from "@skein/protocol";
import type { ToolContentPart, ToolResultPart } from "@skein/protocol";
import { lostResult, noOutput } from "@skein/provider-kit";
import type { WirePart } from "../wire.ts";
import { contentParts, textParts } from "./content.ts";

interface WireResult {
  readonly response: WirePart;
  /** What the response has no place for; it comes after all responses of the turn. */
  readonly following: readonly WirePart[];
}

/** @param result - `undefined` when it was lost. */
export type ResultParts = (id: string, name: string, result: ToolResultPart | undefined) => WireResult;

/** What a response takes besides text. Source: ai.google.dev/gemini-api/docs/function-calling, multimodal responses. */
const takenInside = new Set(["image/png", "image/jpeg", "image/webp", "application/pdf", "text/plain"]);

/**
 * A tool's result as a `functionResponse`: what it says under `output`, a failure under `error`, dynamic context under a
 * key of its own, which no result can have.
 *
 * @param mediaInside - whether the model takes images and documents inside of a response.
 */
export function createResultParts(mediaInside: boolean): ResultParts {
  return (id, name, result) => {
    if (!result) return { response: responseOf(id, name, { error: lostResult }), following: [] };
    const parts = contentParts(result.content.filter(({ type }) => type !== "text"));
    const inside = mediaInside ? parts.filter(isTakenInside) : [];
    const outside = parts.filter((part) => !inside.includes(part));
    const text = saidBy(result.content) || (parts.length > 0 ? "(see the attached files)" : noOutput);
    const response = {
      ...(result.failure === undefined ? { output: text } : { error: text }),
      ...contextOf(result),
    };
    return {
      response: responseOf(id, name, response, inside),
      following: outside.length === 0 ? [] : [...textParts(`Files of the result of ${name}:`), ...outside],
    };
  };
}

function contextOf({ dynamicContext = [] }: ToolResultPart): WirePart {
  const text = dynamicContext.join("\n\n").toWellFormed();
  return text.trim() === "" ? {} : { [contextTag]: text };
}

function saidBy(content: readonly ToolContentPart[]): string {
  const texts = content.map((part) => extractText([part])).filter((text) => text.trim() !== "");
  return texts.join("\n").toWellFormed();
}

function isTakenInside({ inlineData }: WirePart): boolean {
  const { mimeType } = (inlineData ?? {}) as { readonly mimeType?: string };
  return mimeType !== undefined && takenInside.has(mimeType);
}

function responseOf(id: string, name: string, response: WirePart, parts: readonly WirePart[] = []): WirePart {
  return { functionResponse: { id, name, response, ...(parts.length === 0 ? {} : { parts }) } };
}

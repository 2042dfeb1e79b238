import type { LanguageModelV4Message, SharedV4ProviderOptions } from "@ai-sdk/provider";
import { isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonValue, Sidecar } from "@skein/protocol";
import { jsonIn, objectIn, stringIn } from "@skein/provider-kit";
import type { Owner } from "@skein/provider-kit";

type AssistantContent = Extract<LanguageModelV4Message, { role: "assistant" }>["content"];

/** What a vendor said beside a part, and wants back with it. Thoughts have one in any case: they go back to their owner alone. */
export function metadataSidecar({ provider, model }: Owner, metadata: JsonObject): Sidecar {
  return { provider, model, data: { providerMetadata: metadata } };
}

/** A part without a word of ours: a vendor's own tool and its result, a file, a source. */
export function partSidecar({ provider, model }: Owner, part: JsonObject): Sidecar {
  return { provider, model, data: { part } };
}

/** The way back for `metadataSidecar`. */
export function optionsIn(data: JsonObject | undefined): { providerOptions?: SharedV4ProviderOptions } {
  const metadata = objectIn(data?.["providerMetadata"]);
  return Object.keys(metadata).length === 0
    ? {}
    : { providerOptions: metadata as unknown as SharedV4ProviderOptions };
}

/** The way back for `partSidecar`. A source or anything unknown has no place in a prompt. */
export function partFrom({ part: saved }: JsonObject): AssistantContent {
  const part = objectIn(saved);
  const { type, toolCallId: id, toolName: name, mediaType, data } = part;
  const call = { toolCallId: stringIn(id), toolName: stringIn(name) };
  const options = optionsIn(part);
  switch (type) {
    case "tool-call": {
      const input = jsonIn(stringIn(part["input"]));
      return [{ type, ...call, input: isJsonObject(input) ? input : {}, providerExecuted: true, ...options }];
    }
    case "tool-result": {
      const outcome = part["isError"] === true ? "error-json" : "json";
      const value = part["result"] ?? null;
      return [{ type, ...call, output: { type: outcome, value }, ...options }] as AssistantContent;
    }
    case "file":
    case "reasoning-file":
      return [{ type, mediaType, data: urlIn(data), ...options }] as AssistantContent;
    case "custom":
      return [{ type, kind: part["kind"], ...options }] as AssistantContent;
    default:
      return [];
  }
}

function urlIn(data: JsonValue | undefined): unknown {
  const { type, url } = objectIn(data);
  return type === "url" && URL.canParse(stringIn(url)) ? { type, url: new URL(stringIn(url)) } : data;
}

/** A part of the AI SDK as JSON: bytes as base64, addresses as text, nothing undefined. */
export function savedPart(part: object): JsonObject {
  const text = JSON.stringify(part, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value,
  );
  return objectIn(jsonIn(text));
}

import type { AssistantPart, ModelEvent } from "@skein/protocol";
import { never, requestOf, user } from "@skein/test-kit";
import { outcomeOf, partsOf } from "@skein/provider-conformance/cases";
import type { AiSdkModel } from "../src/index.ts";
import type { StreamPart } from "../src/reply/stream-part.ts";
import { once } from "./vendors.ts";

export const simple = requestOf([user("Hello")]);

export interface ScriptedAiSdk {
  readonly model: AiSdkModel;
  /** The options of each call. */
  readonly asked: { readonly prompt: unknown; readonly [option: string]: unknown }[];
}

/** A model of any version that streams these parts. */
export function scripted(
  parts: readonly unknown[],
  specificationVersion: AiSdkModel["specificationVersion"] = "v4",
): ScriptedAiSdk {
  const asked: ScriptedAiSdk["asked"] = [];
  const doStream = (options: ScriptedAiSdk["asked"][number]): unknown => {
    asked.push(options);
    const stream = new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    });
    return Promise.resolve({ stream });
  };
  const model = { specificationVersion, provider: "vendor.chat", modelId: "m", supportedUrls: {}, doStream };
  return { model: model as unknown as AiSdkModel, asked };
}

export interface ReadReply {
  readonly events: readonly ModelEvent[];
  readonly parts: readonly AssistantPart[];
  readonly error: unknown;
}

export async function read(
  parts: readonly (StreamPart | object)[],
  version?: AiSdkModel["specificationVersion"],
): Promise<ReadReply> {
  const { events, error } = await outcomeOf(once(scripted(parts, version).model).stream(simple, never));
  return { events, error, parts: partsOf(events) };
}

const usage = {
  inputTokens: { total: 10, noCache: 6, cacheRead: 4, cacheWrite: undefined },
  outputTokens: { total: 5, text: 3, reasoning: 2 },
  raw: { prompt: 10 },
};

/** @param raw - `null` when the vendor said nothing. */
export function finish(unified = "stop", raw: string | null = "end"): object {
  return { type: "finish", finishReason: { unified, raw: raw ?? undefined }, usage };
}

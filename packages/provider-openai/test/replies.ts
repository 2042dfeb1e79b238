import { joinDeltas } from "@skein/provider-kit";
import { isBroken, type AssistantPart, type ModelEvent, type ModelProvider } from "@skein/protocol";
import { never } from "@skein/test-kit";
import { outcomeOf as read, type Outcome } from "@skein/provider-conformance/cases";
import { createOpenAI, type OpenAISettings } from "../src/index.ts";
import { simple } from "./requests.ts";

export function provider(settings: OpenAISettings = {}): ModelProvider {
  return createOpenAI({ apiKey: "sk-test-0123456789", env: {}, retry: { retries: 0 }, ...settings });
}

/** What came, and what was thrown after it. */
export async function outcomeOf(
  settings: OpenAISettings,
  request = simple,
  modelId = "gpt-test",
): Promise<Outcome> {
  const { events, error } = await read(provider(settings).model(modelId).stream(request, never));
  return { events: joinDeltas(events), error };
}

export function textIn(parts: readonly AssistantPart[], type: "text" | "thinking"): string {
  return parts.map((part) => (part.type === type ? part.text : "")).join("");
}

export function callsIn(parts: readonly AssistantPart[]) {
  return parts
    .filter((part) => part.type === "tool-call")
    .map((call) => ({
      id: call.id,
      name: call.name,
      args: isBroken(call) ? { __invalid_json__: call.raw } : call.input,
    }));
}

export function endOf(events: readonly ModelEvent[]) {
  const end = events.at(-1);
  return end?.type === "message-end" ? end : undefined;
}

/** Server-sent events of these values; strings go as they are. */
export function sse(events: readonly unknown[]): Buffer {
  const lines = events.map((event) => {
    const type = (event as { type?: unknown } | null)?.type;
    const name = typeof type === "string" ? `event: ${type}\n` : "";
    return `${name}data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`;
  });
  return Buffer.from(lines.join(""));
}

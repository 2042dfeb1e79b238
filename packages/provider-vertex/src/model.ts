import type { LiveModel } from "@skein/provider-kit";
import { messagesModel } from "@skein/provider-anthropic/messages";
import { geminiModel } from "@skein/provider-google/gemini";
import { catalogEntry } from "./catalog.ts";
import type { Connection } from "./connection.ts";
import { providerId } from "./names.ts";
import { publishedModel } from "./request/publishers.ts";

/**
 * @param location - where requests are answered: prices depend on it.
 * @param notice - receives notices for users, each sentence once.
 */
export function vertexModel(location: string, notice: (text: string) => void) {
  return (modelId: string, connected: () => Promise<Connection>): LiveModel => {
    const { publisher, name } = publishedModel(modelId);
    const owner = { provider: providerId, model: name };
    const model =
      publisher === "anthropic"
        ? messagesModel(owner, async () => (await connected()).messages(modelId), notice)
        : geminiModel(owner, async () => atFullName(modelId, (await connected()).gemini), notice);
    const entry = catalogEntry(modelId, location);
    return { ...model, id: modelId, limits: entry?.limits ?? {}, price: entry?.price };
  };
}

/** The wire knows the short name; the address needs the one that was asked for. */
function atFullName(modelId: string, gemini: Connection["gemini"]): Connection["gemini"] {
  return { ...gemini, generate: (_, body, signal) => gemini.generate(modelId, body, signal) };
}

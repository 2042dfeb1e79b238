import { createHash } from "node:crypto";
import type { AssistantPart, JsonObject, JsonValue } from "@skein/protocol";

/**
 * Stands for a vendor's signature: it fits what it was made of, for that vendor, and nothing else. A server can tell
 * without remembering whether something comes back changed, or was signed elsewhere.
 */
export function sealOf(vendor: string, what: JsonValue): string {
  return createHash("sha256")
    .update(JSON.stringify([vendor, what]))
    .digest("base64");
}

const owned = (data: JsonObject) => ({ sidecar: { provider: "any", model: "any", data } });

/** The same parts with thoughts signed as Anthropic does; those without text are redacted ones. */
export function anthropicSealed(parts: readonly AssistantPart[]): readonly AssistantPart[] {
  return parts.map((part) => {
    if (part.type !== "thinking") return part;
    const redacted = { redacted: sealOf("anthropic", "redacted") };
    return {
      ...part,
      ...owned(part.text === "" ? redacted : { signature: sealOf("anthropic", part.text) }),
    };
  });
}

/** The same parts with thoughts signed as Bedrock does; those without text are redacted ones. */
export function bedrockSealed(parts: readonly AssistantPart[]): readonly AssistantPart[] {
  return parts.map((part) => {
    if (part.type !== "thinking") return part;
    const data =
      part.text === ""
        ? { redacted: sealOf("bedrock", "redacted") }
        : { signature: sealOf("bedrock", part.text) };
    return { ...part, ...owned(data) };
  });
}

/** The same parts with thoughts and calls signed as Gemini does; of a call the arguments are. */
export function googleSealed(parts: readonly AssistantPart[]): readonly AssistantPart[] {
  return parts.map((part) => {
    if (part.type === "thinking") return { ...part, ...owned({ signature: sealOf("google", part.text) }) };
    if (part.type !== "tool-call" || !("input" in part)) return part;
    return { ...part, ...owned({ signature: sealOf("google", part.input) }) };
  });
}

/**
 * The same parts as items of the Responses API, each with an id of its own and thoughts sealed for theirs. The id of a
 * call that was thought of ends in `_t`: it wants its thought back.
 *
 * @param reply - a word that no other reply has.
 */
export function responsesSealed(parts: readonly AssistantPart[], reply: string): readonly AssistantPart[] {
  return parts.map((part, at): AssistantPart => {
    const item = (data: JsonObject): AssistantPart => ({ type: "opaque", ...owned(data) });
    switch (part.type) {
      case "text":
        return item({
          id: `msg_${reply}_${at}`,
          type: "message",
          status: "completed",
          role: "assistant",
          content: [{ type: "output_text", annotations: [], text: part.text }],
        });
      case "thinking": {
        const id = `rs_${reply}_${at}`;
        const summary = part.text === "" ? [] : [{ type: "summary_text", text: part.text }];
        return item({ id, type: "reasoning", summary, encrypted_content: sealOf("openai", [id, summary]) });
      }
      case "tool-call":
        return item({
          id: `fc_${reply}_${at}${parts.slice(0, at).some(({ type }) => type === "thinking") ? "_t" : ""}`,
          type: "function_call",
          status: "completed",
          call_id: part.id,
          name: part.name,
          arguments: "input" in part ? JSON.stringify(part.input) : part.raw,
        });
      case "opaque":
        return part;
    }
  });
}

/** The same parts as Ollama says them. It signs nothing, so each thought ends in a mark that tells whose it is. */
export function ollamaSealed(parts: readonly AssistantPart[]): readonly AssistantPart[] {
  return parts.map((part) =>
    part.type === "thinking" && part.text !== ""
      ? { ...part, text: `${part.text}⟦${sealOf("ollama", part.text)}⟧` }
      : part,
  );
}

/** What is left of a text when all thoughts with this vendor's marks are taken out. */
export function unsealedThoughts(vendor: string, thinking: string): readonly string[] {
  const rest = thinking.replace(/([^⟦⟧]*)⟦([^⟧]*)⟧/gu, (whole, said: string, seal: string) =>
    seal === sealOf(vendor, said) ? "" : whole,
  );
  return rest === "" ? [] : [rest];
}

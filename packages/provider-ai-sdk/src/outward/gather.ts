import type {
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  SharedV4ProviderMetadata,
  SharedV4Warning,
} from "@ai-sdk/provider";

/** A whole reply, as `doGenerate` gives it: the stream, read to its end. */
export async function gathered(
  parts: AsyncIterable<LanguageModelV4StreamPart>,
): Promise<LanguageModelV4GenerateResult> {
  const content: LanguageModelV4Content[] = [];
  const texts = new Map<string, string[]>();
  let warnings: SharedV4Warning[] = [];
  let modelId: string | undefined;
  for await (const part of parts) {
    switch (part.type) {
      case "stream-start":
        warnings = part.warnings;
        break;
      case "response-metadata":
        modelId = part.modelId;
        break;
      case "text-start":
      case "reasoning-start":
        texts.set(part.id, []);
        break;
      case "text-delta":
      case "reasoning-delta":
        texts.get(part.id)?.push(part.delta);
        break;
      case "text-end":
      case "reasoning-end": {
        const { id, providerMetadata } = part;
        if (isVoid(providerMetadata)) break;
        const type = part.type === "text-end" ? "text" : "reasoning";
        const text = texts.get(id)?.join("") ?? "";
        content.push({ type, text, ...(providerMetadata ? { providerMetadata } : {}) });
        break;
      }
      case "tool-call":
      case "tool-result":
      case "custom":
        content.push(part);
        break;
      case "finish": {
        const { finishReason, usage, providerMetadata } = part;
        return {
          content,
          finishReason,
          usage,
          warnings,
          ...(providerMetadata ? { providerMetadata } : {}),
          ...(modelId === undefined ? {} : { response: { modelId } }),
        };
      }
      default:
    }
  }
  throw new Error("The reply has no end.");
}

function isVoid(metadata: SharedV4ProviderMetadata | undefined): boolean {
  return metadata?.["skein"]?.["restarted"] === true;
}

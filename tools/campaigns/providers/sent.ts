import type { JsonObject, ModelOptions, ModelProvider } from "../../../packages/protocol/src/index.ts";
import type { SubjectSettings } from "../../../packages/provider-conformance/src/cases.ts";

/** A request as it left the provider. */
export interface SentRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  readonly notices: readonly string[];
}

const tool = { name: "look", description: "Looks.", inputSchema: { type: "object", properties: {} } };
const hello = {
  role: "user",
  from: "user",
  content: [{ type: "text", text: "Hello" }],
} as const;

/** Models that Ollama has, and what they can. */
const shown = JSON.stringify({
  capabilities: ["completion", "tools", "thinking"],
  model_info: { "llama.context_length": 131_072 },
});

/** What a provider sends for these options; the answer is a refusal, so nothing more is sent. */
export async function sentRequest(
  make: (settings: SubjectSettings & { readonly notice: (text: string) => void }) => ModelProvider,
  modelId: string,
  options: ModelOptions,
): Promise<SentRequest> {
  const notices: string[] = [];
  let sent: Omit<SentRequest, "notices"> | undefined;
  const provider = make({
    apiKey: "a-key-for-the-table",
    env: {},
    retry: { retries: 0 },
    notice: (text) => void notices.push(text),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const text = await request.text();
      const { pathname } = new URL(request.url);
      if (pathname.endsWith("/api/show")) return new Response(shown);
      const headers = Object.fromEntries(request.headers);
      sent = { path: pathname, headers, body: JSON.parse(text) as JsonObject };
      return new Response('{"error":{"message":"no"}}', { status: 400 });
    },
  });
  const request = { system: "You are brief.", tools: [tool], messages: [hello], options };
  try {
    for await (const _ of provider.model(modelId).stream(request, new AbortController().signal));
  } catch (error) {
    if (!sent) throw error;
  }
  if (!sent) throw new Error(`${modelId} sent nothing.`);
  return { ...sent, notices };
}

import type { ModelRequest } from "../../../packages/protocol/src/index.ts";
import { modelId, type Wire } from "./wires.ts";

/** The body that the wire's provider makes of a request. Nothing is sent. */
export async function wireBody({ provider }: Wire, request: ModelRequest): Promise<string> {
  let body = "";
  const catching: typeof fetch = async (input, init) => {
    body = await new Request(input, init).text();
    return new Response("{}", { status: 400, headers: { "content-type": "application/json" } });
  };
  const model = provider({ apiKey: "none", baseUrl: "http://127.0.0.1:9", fetch: catching, env: {} }).model(
    modelId,
  );
  try {
    for await (const event of model.stream(request, AbortSignal.timeout(60_000))) void event;
  } catch (error) {
    if (body === "") throw error; // it was refused before anything was made
  }
  return body;
}

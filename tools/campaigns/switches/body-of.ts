import type { JsonObject, ModelRequest } from "../../../packages/protocol/src/index.ts";
import type { Wire } from "../wires/wires.ts";

/** The body that a wire's provider makes of a request. Nothing is sent. */
export async function bodyOf(wire: Wire, modelId: string, request: ModelRequest): Promise<JsonObject> {
  let body: JsonObject | undefined;
  const catching: typeof fetch = async (input, init) => {
    const asked = new Request(input, init);
    const aside = wire.asides?.[new URL(asked.url).pathname];
    if (aside !== undefined) return Response.json(aside);
    body = (await asked.json()) as JsonObject;
    return new Response("{}", { status: 400, headers: { "content-type": "application/json" } });
  };
  const settings = { apiKey: "none", baseUrl: "http://127.0.0.1:9", fetch: catching, env: {} };
  const events = wire.provider(settings).model(modelId).stream(request, AbortSignal.timeout(60_000));
  try {
    for await (const event of events) void event;
  } catch (error) {
    if (!body) throw error; // it was refused before anything was made
  }
  return body!;
}

import type { Access, Call } from "./outgoing-request.ts";
import { loadGenai } from "./later.ts";

/**
 * Makes a call through the vendor's SDK, which writes and sends the request. Its body is only a stand-in: the
 * SDK writes contents first and leaves out parts that it does not know.
 */
export async function throughSdk(
  { key, baseUrl, apiVersion, headers }: Access,
  call: Call,
  fetchOnce: typeof fetch,
): Promise<unknown> {
  const { GoogleGenAI } = await loadGenai();
  // All that the SDK would look up in the environment is said, so that only our look-up counts.
  const { models, caches } = quietly(
    () =>
      new GoogleGenAI({
        apiKey: key,
        vertexai: false,
        apiVersion,
        httpOptions: { baseUrl, headers: { ...headers } },
      }),
  );
  const httpOptions = { fetch: fetchOnce };
  switch (call.do) {
    case "generate": {
      const config = { automaticFunctionCalling: { disable: true }, httpOptions };
      return models.generateContentStream({ model: call.model, contents: "-", config });
    }
    case "create-cache":
      return caches.create({ model: call.model, config: { httpOptions } });
    case "list-models":
      return models.list({ config: { pageSize: call.pageSize, httpOptions } });
  }
}

/**
 * The SDK warns on the console when both of the key's variables are set, though it is given a key. It is made
 * in one go, so no other output is lost.
 */
function quietly<Made>(make: () => Made): Made {
  const { warn, debug } = console;
  console.warn = console.debug = () => undefined;
  try {
    return make();
  } finally {
    Object.assign(console, { warn, debug });
  }
}

/** The version of the Messages API that the platform speaks. Source: platform.claude.com/docs, Claude on Vertex AI. */
const version = "vertex-2023-10-16";

/** Here the model stands in the address, and the version in the body. */
export function messagesBody(body: object): object {
  const { model: _, ...rest } = body as { readonly model?: unknown };
  return { anthropic_version: version, ...rest };
}

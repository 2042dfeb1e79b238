// Source: MCP, server features, resources.

import type {
  Resource as WireResource,
  ResourceTemplateType as WireTemplate,
  Server,
} from "@modelcontextprotocol/server";
import type { ExtensionResources, ResourceDefinition, ResourceTemplate } from "@skein/protocol";
import { contentsOf } from "./content-blocks.ts";
import { invalidParams } from "./request-problem.ts";

/**
 * Answers requests for resources.
 *
 * @param resources - those of the extension. Subscriptions exist only if it can
 *   watch.
 * @returns a function that ends the subscriptions.
 */
export function serveResources(server: Server, resources: ExtensionResources): () => void {
  const subscriptions = new Map<string, Promise<() => void>>();

  // Also for a subscription that is still opening.
  async function unsubscribe(uri: string): Promise<void> {
    const subscription = subscriptions.get(uri);
    subscriptions.delete(uri);
    await subscription?.then((end) => end());
  }

  server.setRequestHandler("resources/list", async (_, { mcpReq }) => ({
    resources: (await resources.list(mcpReq.signal)).map(wireResource),
  }));
  server.setRequestHandler("resources/templates/list", async (_, { mcpReq }) => ({
    resourceTemplates: ((await resources.templates?.(mcpReq.signal)) ?? []).map(wireTemplate),
  }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }, { mcpReq }) => {
    const contents = await resources.read(uri, mcpReq.signal).catch(invalidParams({ uri }));
    return { contents: contents.map(contentsOf) };
  });
  if (resources.subscribe) {
    const subscribe = resources.subscribe.bind(resources);
    const tell = (uri: string) => () => void server.sendResourceUpdated({ uri }).catch(() => {});
    server.setRequestHandler("resources/subscribe", async ({ params: { uri } }) => {
      // A second request for the same address changes nothing.
      const subscription = subscriptions.get(uri) ?? subscribe(uri, tell(uri));
      subscriptions.set(uri, subscription);
      await subscription.catch((error: unknown) => {
        subscriptions.delete(uri);
        return invalidParams({ uri })(error);
      });
      return {};
    });
    server.setRequestHandler("resources/unsubscribe", async ({ params: { uri } }) => {
      await unsubscribe(uri);
      return {};
    });
  }
  return () => {
    for (const uri of subscriptions.keys()) void unsubscribe(uri).catch(() => {});
  };
}

/** Converts a definition to MCP's form. */
function wireResource({ uri, bytes, ...rest }: ResourceDefinition): WireResource {
  return { uri, ...described(rest), ...(bytes === undefined ? {} : { size: bytes }) };
}

/** Converts a template to MCP's form. */
function wireTemplate({ uriTemplate, ...rest }: ResourceTemplate): WireTemplate {
  return { uriTemplate, ...described(rest) };
}

/** Converts the description that both share. */
function described({ name, title, description, mediaType }: Omit<ResourceTemplate, "uriTemplate">) {
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(mediaType === undefined ? {} : { mimeType: mediaType }),
  };
}

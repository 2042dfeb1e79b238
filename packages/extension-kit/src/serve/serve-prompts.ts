// Source: MCP, server features, prompts.

import type {
  Prompt as WirePrompt,
  PromptMessage as WireMessage,
  Server,
} from "@modelcontextprotocol/server";
import type { ExtensionPrompts, PromptDefinition } from "@skein/protocol";
import { blockOf } from "./content-blocks.ts";
import type { RunForClient } from "./requests/call-scope.ts";
import { invalidParams } from "./request-problem.ts";

/**
 * Answers requests for prompts. A message with several parts becomes several
 * messages, since MCP's have one part.
 *
 * @param run - lets a prompt ask the client while it is filled in.
 */
export function servePrompts(server: Server, prompts: ExtensionPrompts, run: RunForClient): void {
  server.setRequestHandler("prompts/list", async (_, { mcpReq }) => ({
    prompts: (await prompts.list(mcpReq.signal)).map(wirePrompt),
  }));
  server.setRequestHandler("prompts/get", ({ params: { name, arguments: values = {} } }, context) =>
    run(context, `prompts/get ${name}`, async ({ signal, requests }) => {
      const filled = await prompts.get(name, values, signal, requests).catch(invalidParams({ name }));
      const { description, messages } = filled;
      return {
        ...(description === undefined ? {} : { description }),
        messages: messages.flatMap(({ role, content }) =>
          content.map((part): WireMessage => ({ role, content: blockOf(part) })),
        ),
      };
    }),
  );
}

/** Converts a definition to MCP's form. */
function wirePrompt({ name, title, description, arguments: given = [] }: PromptDefinition): WirePrompt {
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    arguments: given.map(({ isRequired = false, name: argument, description: about }) => ({
      name: argument,
      ...(about === undefined ? {} : { description: about }),
      required: isRequired,
    })),
  };
}

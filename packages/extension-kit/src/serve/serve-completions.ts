// Source: MCP, server utilities, completion.

import type { Server } from "@modelcontextprotocol/server";
import type { Extension } from "@skein/protocol";
import { invalidParams } from "./request-problem.ts";

/**
 * Answers requests for suggestions: for an argument of a prompt, or for a
 * variable of a resource template.
 */
export function serveCompletions(server: Server, { prompts, resources }: Extension): void {
  server.setRequestHandler(
    "completion/complete",
    async ({ params: { ref, argument, context } }, { mcpReq }) => {
      const typed = { ...argument, given: context?.arguments ?? {} };
      const found =
        ref.type === "ref/prompt"
          ? prompts?.complete?.(ref.name, typed, mcpReq.signal)
          : resources?.complete?.(ref.uri, typed, mcpReq.signal);
      const values = await (found ?? Promise.resolve([])).catch(invalidParams({ ref: { ...ref } }));
      return { completion: { values: [...values], total: values.length, hasMore: false } };
    },
  );
}

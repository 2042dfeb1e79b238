import type { Server } from "@modelcontextprotocol/server";
import type { Extension } from "@skein/protocol";
import { invalidParams } from "./request-problem.ts";

/** Answers what values an argument of a prompt, or a variable of a resource template, may have. */
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

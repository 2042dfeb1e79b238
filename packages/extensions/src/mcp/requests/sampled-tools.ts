import type { CreateMessageRequestParams } from "@modelcontextprotocol/client";
import { escapeInvisible, type JsonObject, type ToolDefinition } from "@skein/protocol";
import { limits } from "../limits.ts";
import { shownSchema } from "../shown-schema.ts";
import { invalidParams } from "./invalid-params.ts";

type SampledTool = NonNullable<CreateMessageRequestParams["tools"]>[number];

/**
 * The tools that a server has the model call in its reply, as the model sees them. Throws an `Error` of JSON-RPC for what no
 * model takes: nothing is left out, since the server counts on all of them.
 */
export function sampledTools(tools: readonly SampledTool[]): readonly ToolDefinition[] {
  const made = tools.map(({ name, description = "", inputSchema }): ToolDefinition => {
    if (!/^[\w-]{1,64}$/.test(name))
      throw invalidParams(
        `The name of the tool ${JSON.stringify(name)} has other signs than letters, digits, _ and -, or more than 64.`,
      );
    const shown = shownSchema(JSON.parse(JSON.stringify(inputSchema)) as JsonObject);
    // The model's input would not be that of the tool.
    if (!shown || shown.isChanged)
      throw invalidParams(`The schema of the tool ${name} has invisible characters.`);
    return { name, description: escapeInvisible(description), inputSchema: shown.schema };
  });
  if (new Set(made.map(({ name }) => name)).size < made.length)
    throw invalidParams("Two tools have the same name.");
  if (made.length > limits.sampledTools || JSON.stringify(made).length > limits.sampledToolBytes)
    throw invalidParams(
      `A request may have ${limits.sampledTools} tools and ${limits.sampledToolBytes} bytes of definitions.`,
    );
  return made;
}

import {
  callToolOf,
  isJsonObject,
  type BuiltinExtensionName,
  type Checked,
  type Extension,
  type ForwardedCall,
  type JsonValue,
  type Tool,
} from "@skein/protocol";
import { describeFound, describeNames, prompts } from "./prompts.ts";
import { rankTools, type FoundTool } from "./rank-tools.ts";

/** UTF-8 bytes of the list of names that the model gets as dynamic context. */
const namesBytes = 8_192;

const [fewest, usual, most] = [1, 5, 20] as const;

/** Of the two tools; no other tool may have them. */
export const toolSearchNames: readonly string[] = ["search_tools", "call_tool"];

/**
 * The extension through which deferred tools are found and called. Its own two definitions never change; the names of what is
 * deferred are dynamic context.
 */
export function toolSearch(extensions: readonly Extension[]): Extension {
  let known: readonly FoundTool[] = [];

  async function refresh(signal?: AbortSignal): Promise<readonly FoundTool[]> {
    const lists = await Promise.all(
      extensions.map(async (extension) =>
        (await extension.tools(signal))
          .filter((tool) => tool.isDeferred)
          .map((tool): FoundTool => ({ extension: extension.name, tool })),
      ),
    );
    return (known = lists.flat());
  }

  const search: Tool = {
    name: "search_tools",
    description: prompts.search,
    findsDeferred: true,
    effect: "reads",
    repeat: "safe",
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string", description: prompts.query },
        limit: { type: "integer", minimum: fewest, maximum: most, description: prompts.limit },
      },
      required: ["query"],
      additionalProperties: false,
    },
    check: checkSearch,
    async call(value, { signal }) {
      const { query, limit = usual } = value as { readonly query: string; readonly limit?: number };
      const all = await refresh(signal);
      return { content: [{ type: "text", text: describeFound(rankTools(all, query, limit), all.length) }] };
    },
  };
  const forward: Tool = {
    name: "call_tool",
    description: prompts.call,
    findsDeferred: true,
    // Whatever it forwards to is judged by itself.
    effect: "unknown",
    repeat: "once",
    inputSchema: {
      type: "object",
      properties: {
        name: { type: "string", description: prompts.name },
        input: { type: "object", description: prompts.input },
      },
      required: ["name", "input"],
      additionalProperties: false,
    },
    check: (input) =>
      forwardedCall(input) ? { ok: true, value: input } : { ok: false, issues: [prompts.wrongCall] },
    forwards: (input) => forwardedCall(input),
    call: () => Promise.resolve({ kind: "failed", message: prompts.notForwarded }),
  };
  const tools = [search, forward];

  return {
    name: "tool-search" satisfies BuiltinExtensionName,
    tools: async (signal) => ((await refresh(signal)).length === 0 ? [] : tools),
    dynamicContext: () => describeNames(known, namesBytes),
    dynamicContextBytes: namesBytes,
    onChange(listener) {
      const stops = extensions.map((extension) => extension.onChange?.(listener));
      return () => {
        for (const stop of stops) stop?.();
      };
    },
    status: () => ({ state: "ready" }),
    callTool: (name, input, context) => callToolOf(tools, name, input, context),
    close: () => Promise.resolve(),
  };
}

function checkSearch(input: JsonValue): Checked {
  if (!isJsonObject(input) || typeof input["query"] !== "string")
    return { ok: false, issues: ["query: expected a string"] };
  const { limit } = input;
  const isFine =
    limit === undefined || (Number.isInteger(limit) && Number(limit) >= fewest && Number(limit) <= most);
  return isFine
    ? { ok: true, value: input }
    : { ok: false, issues: [`limit: expected a whole number from ${fewest} to ${most}`] };
}

function forwardedCall(input: JsonValue): ForwardedCall | undefined {
  if (!isJsonObject(input) || typeof input["name"] !== "string") return undefined;
  const { name: tool, input: inner = {} } = input;
  return isJsonObject(inner) ? { tool, input: inner } : undefined;
}

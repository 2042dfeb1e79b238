import { ProviderError, type ModelRequest, type ToolDefinition } from "@skein/protocol";
import { legalName, rootObject, type SearchedTools, type SentTool } from "@skein/provider-kit";
import type { CacheControl, WireRequest, WireTool } from "../wire.ts";
import { markedTools } from "./cache-marks.ts";

/** The vendor takes `^[a-zA-Z0-9_-]{1,128}$`. */
export function wireName(name: string): string {
  return legalName(name, { illegal: /[^a-zA-Z0-9_-]/g, maxLength: 128 });
}

/**
 * The vendor's search of tools, by words. Tools with `defer_loading` are behind it: they are no part of the prompt until it
 * has found them, so they come last and are never marked for the cache.
 *
 * Source: platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool, read 2026-11-26.
 */
const toolSearch: WireTool = { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" };

/**
 * The vendor's search of the web. Its calls, results and citations come as blocks of the reply.
 *
 * Source: platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool, read 2026-11-26; the oldest version, which all
 * models have.
 */
const webSearch: WireTool = { type: "web_search_20250305", name: "web_search", max_uses: 5 };

/** Whether the vendor is asked to search the web: not where a tool of that name is there already. */
export function searchesWeb({ options, tools }: ModelRequest): boolean {
  return options.webSearch === true && !tools.some(({ name }) => wireName(name) === webSearch.name);
}

/** Whether a request failed because an endpoint does not have the search. */
export function refusesSearch(error: unknown): boolean {
  const isRefusal = ProviderError.is(error) && error.code === "bad-request";
  return isRefusal && /tool_search|defer_loading/.test(error.message);
}

/** The vendor's own tools and the listed ones, the last one marked, and behind them those that the vendor searches. */
export function toolsOf(
  { listed, deferred }: SearchedTools,
  mark: CacheControl,
  isWebSearched: boolean,
): readonly WireTool[] {
  const vendors = [...(isWebSearched ? [webSearch] : []), ...(deferred.length === 0 ? [] : [toolSearch])];
  return [
    ...markedTools([...vendors, ...wireTools(listed)], mark),
    ...wireTools(deferred).map((tool) => ({ ...tool, defer_loading: true as const })),
  ];
}

/** The tools of a request, in their order. */
export function sentTools({ tools = [] }: WireRequest): readonly SentTool[] {
  return tools.map((tool) => ({
    name: tool.name,
    schema: "input_schema" in tool ? tool.input_schema : undefined,
  }));
}

/** In the order given. */
function wireTools(tools: readonly ToolDefinition[]): WireTool[] {
  return tools.map(({ name, description, inputSchema }) => ({
    name: wireName(name),
    ...(description.trim() === "" ? {} : { description: description.toWellFormed() }),
    input_schema: rootObject(inputSchema),
  }));
}

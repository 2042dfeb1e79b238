import { ProviderError, type ToolDefinition } from "@skein/protocol";
import { legalName, rootObject, type SearchedTools } from "@skein/provider-kit";
import type { CacheControl, WireTool } from "../wire.ts";
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

/** Whether a request failed because an endpoint does not have the search. */
export function refusesSearch(error: unknown): boolean {
  const isRefusal = ProviderError.is(error) && error.code === "bad-request";
  return isRefusal && /tool_search|defer_loading/.test(error.message);
}

/** Listed tools, the last one marked, and behind them those that the vendor searches. */
export function toolsOf({ listed, deferred }: SearchedTools, mark: CacheControl): readonly WireTool[] {
  if (deferred.length === 0) return markedTools(wireTools(listed), mark);
  return [
    ...markedTools([toolSearch, ...wireTools(listed)], mark),
    ...wireTools(deferred).map((tool) => ({ ...tool, defer_loading: true as const })),
  ];
}

/** In the order given. */
function wireTools(tools: readonly ToolDefinition[]): WireTool[] {
  return tools.map(({ name, description, inputSchema }) => ({
    name: wireName(name),
    ...(description.trim() === "" ? {} : { description: description.toWellFormed() }),
    input_schema: rootObject(inputSchema),
  }));
}

import type { ModelRequest, ToolDefinition } from "@skein/protocol";

/** The tools of a request to a vendor that searches tools itself. */
export interface SearchedTools {
  readonly listed: readonly ToolDefinition[];
  /** Empty: there is nothing to search. */
  readonly deferred: readonly ToolDefinition[];
}

/** @param searches - whether the vendor does. */
export function searchedTools({ tools, deferred }: ModelRequest, searches: boolean): SearchedTools {
  if (!searches || !deferred) return { listed: tools, deferred: [] };
  const isListed = ({ name }: ToolDefinition) => !deferred.through.includes(name);
  return { listed: tools.filter(isListed), deferred: deferred.tools };
}

/** All tools that a reply may name. */
export function callableTools({ tools, deferred }: ModelRequest): readonly ToolDefinition[] {
  return deferred ? [...tools, ...deferred.tools] : tools;
}

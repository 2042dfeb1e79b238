// Tool search of vendors. With hundreds of tools, their definitions can cost
// more tokens than the conversation. Some vendors search them on their side;
// for all others the agent offers tools with which the model searches itself
// (`DeferredTools.through`).
import type { ModelRequest, ToolDefinition } from "@skein/protocol";

/** Tools of a request to a vendor that searches tools itself. */
export interface SearchedTools {
  /** Tools whose definitions the model reads at once. */
  readonly listed: readonly ToolDefinition[];
  /**
   * Tools that the vendor's search finds. Empty: there is nothing to search.
   */
  readonly deferred: readonly ToolDefinition[];
}

/**
 * Splits the tools of a request for a vendor's tool search. With a search, the
 * tools in `deferred.through` are not sent: the vendor does their work.
 *
 * @param searches - whether the vendor searches tools for this model.
 */
export function searchedTools({ tools, deferred }: ModelRequest, searches: boolean): SearchedTools {
  if (!searches || !deferred) return { listed: tools, deferred: [] };
  const isListed = ({ name }: ToolDefinition) => !deferred.through.includes(name);
  return { listed: tools.filter(isListed), deferred: deferred.tools };
}

/**
 * Returns all tools that a reply may name, deferred ones included.
 *
 * Use it wherever names of a reply are mapped back: a vendor's search can find
 * tools that were not listed.
 */
export function callableTools({ tools, deferred }: ModelRequest): readonly ToolDefinition[] {
  return deferred ? [...tools, ...deferred.tools] : tools;
}

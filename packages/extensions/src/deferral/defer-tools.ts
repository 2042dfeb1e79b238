import type { Extension, Tool } from "@skein/protocol";
import { sizeOf, type ToolBudget } from "./tool-budget.ts";
import { toolSearch } from "./tool-search.ts";

/**
 * Keeps the definitions of many tools out of the request. Extensions count in the given order: when the tools of one no
 * longer fit, they are deferred: they can be called, and `search_tools` finds them. What was decided for an extension
 * stays, so that the tools at the front of the request do not change.
 *
 * @param withTools - the same extension with other tools.
 * @returns the extensions in the same order, and one with `search_tools` and `call_tool`, which has none while nothing
 *   is deferred.
 */
export function deferTools(
  extensions: readonly Extension[],
  budget: ToolBudget,
  withTools: (extension: Extension, tools: Extension["tools"]) => Extension,
): readonly Extension[] {
  const deferred = new Map<Extension, boolean>();
  const used = { tools: 0, tokens: 0 };

  async function toolsOf(extension: Extension, signal?: AbortSignal): Promise<readonly Tool[]> {
    for (const one of extensions) {
      const tools = await one.tools(signal);
      if (!deferred.has(one) && tools.length > 0) decide(one, tools);
      if (one === extension)
        return deferred.get(one) ? tools.map((tool) => ({ ...tool, isDeferred: true as const })) : tools;
    }
    return [];
  }

  function decide(extension: Extension, tools: readonly Tool[]): void {
    const size = sizeOf(tools);
    const isTooMuch = used.tools + size.tools > budget.tools || used.tokens + size.tokens > budget.tokens;
    deferred.set(extension, isTooMuch);
    if (isTooMuch) return;
    used.tools += size.tools;
    used.tokens += size.tokens;
  }

  const wrapped = extensions.map((extension) => withTools(extension, (signal) => toolsOf(extension, signal)));
  return [...wrapped, toolSearch(wrapped)];
}

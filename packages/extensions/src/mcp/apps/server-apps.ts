import { isJsonObject, type ExtensionApps, type Tool } from "@skein/protocol";
import type { ListedTool } from "../listed-tool.ts";
import type { AskServer } from "../offers/ask-server.ts";
import { readAppPage } from "./app-pages.ts";

/** The pages of a server, and the tools that they may call. */
export interface ServerApps extends ExtensionApps {
  /** Takes note of what the server offers now. */
  offered(tools: readonly ListedTool[]): void;
  has(tool: ListedTool): boolean;
}

const never = new AbortController().signal;

export function serverApps(ask: AskServer, toolOf: (listed: ListedTool) => Tool): ServerApps {
  let callable: ReadonlyMap<string, ListedTool> = new Map();
  return {
    page: (uri, signal = never) => readAppPage(ask, uri, signal),
    tool(name) {
      const listed = callable.get(name);
      return listed && toolOf(listed);
    },
    offered(tools) {
      const seen = tools.filter((tool) => isVisibleTo("app", tool));
      callable = new Map(seen.map((tool) => [tool.name, tool]));
    },
    has: ({ name }) => callable.has(name),
  };
}

/** Source: MCP Apps, `_meta.ui.visibility` of a tool; both see one that does not say it. */
export function isVisibleTo(who: "model" | "app", { raw: { _meta: meta } }: ListedTool): boolean {
  const ui = isJsonObject(meta) ? meta["ui"] : undefined;
  const visibility = isJsonObject(ui) ? ui["visibility"] : undefined;
  return Array.isArray(visibility) ? visibility.includes(who) : true;
}

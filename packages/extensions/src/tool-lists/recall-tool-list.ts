import type { ListedTools } from "../mcp/list-tools.ts";
import { listedTool } from "../mcp/listed-tool.ts";
import type { McpSettings } from "../mcp/settings.ts";
import { keptToolList, type KeptOffers } from "./tool-list-store.ts";
import { toolListKey } from "./tool-list-key.ts";

/** Milliseconds after which a kept list is asked for again, while it is in use already. */
const freshMs = 3_600_000;

/** The part of an extension that keeps its server's tool list between processes. */
export interface ToolListMemory {
  /** `undefined` when none is kept. */
  recall(): Promise<RecalledToolList | undefined>;
  /** Never rejects. */
  keep(list: ListedTools, instructions: string, offers: KeptOffers): Promise<void>;
}

interface RecalledToolList extends ListedTools {
  readonly instructions: string;
  readonly offers: KeptOffers;
  /** It is so old that the server should be asked again. */
  readonly isOld: boolean;
}

/** @param now - milliseconds since the epoch. */
export function toolListMemory(settings: McpSettings, now: () => number): ToolListMemory {
  const { lists } = settings;
  return {
    async recall() {
      const key = lists && toolListKey(settings);
      const kept = key === undefined ? undefined : keptToolList(await lists?.read(key));
      if (!kept) return undefined;
      const tools = kept.tools.map(listedTool).filter((tool) => tool !== undefined);
      const age = now() - kept.at;
      return {
        tools,
        leftOut: kept.leftOut + kept.tools.length - tools.length,
        instructions: kept.instructions,
        offers: kept.offers,
        isOld: age < 0 || age > freshMs,
      };
    },
    async keep({ tools, leftOut }, instructions, offers) {
      const key = lists && toolListKey(settings);
      if (key === undefined) return;
      await lists?.write(key, {
        at: now(),
        tools: tools.map(({ raw }) => raw),
        leftOut,
        instructions,
        offers,
      });
    },
  };
}

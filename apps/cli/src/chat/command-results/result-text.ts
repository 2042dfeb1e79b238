import type { CommandResult } from "@skein/host/commands";
import { compactionLines } from "../../context/compacted-words.ts";
import { agentsText } from "./agents-text.ts";
import { costsText } from "./costs-text.ts";
import { sessionsText } from "./sessions-text.ts";
import { subagentsText } from "./subagents-text.ts";

type ToldKind = Exclude<
  CommandResult["kind"],
  "unknown-command" | "must-wait" | "rewound" | "go-to" | "go-on" | "send" | "which-subagent"
>;

/** A result that is only told, and asks nothing of the chat. */
export type ToldResult = Extract<CommandResult, { readonly kind: ToldKind }>;

/** In the words of the terminal. Foreign text, not yet clean. @param width - columns for tables. */
export async function resultText(result: ToldResult, width: number): Promise<string> {
  switch (result.kind) {
    case "model": {
      const { provider, model, isChanged } = result;
      return isChanged ? `From the next request on: ${provider} ${model}` : `Model: ${provider} ${model}`;
    }
    case "modes":
      return result.modes
        .map(
          ({ name, description }) =>
            `${name === result.current ? "›" : " "} ${name.padEnd(14)}${description}`,
        )
        .join("\n");
    case "mode":
      return `From the next call on: ${result.mode}`;
    case "costs":
      return costsText(result.costs);
    case "context": {
      const { contextLines } = await import("../../context/context-lines.ts");
      const empty = result.sizes.used === 0 ? ["Empty: no model has been asked yet."] : [];
      return [...empty, ...contextLines(result.sizes)].join("\n");
    }
    case "cache": {
      const { cacheText } = await import("../../context/cache-lines.ts");
      return cacheText(result.cache, width, new Date()).trimEnd();
    }
    case "compacted":
      return compactionLines(result.report).join("\n");
    case "name":
      return result.isChanged
        ? `This session is now named "${result.name}".`
        : `Name: ${result.name ?? "none"}`;
    case "sessions":
      return sessionsText(result.sessions);
    case "recipes": {
      const rows = result.recipes.map(({ name, title = "" }) => `  ${name.padEnd(20)} ${title}`);
      if (rows.length === 0) return "There is no recipe here. `skein recipe new NAME` begins one.";
      return [...rows, "/recipe NAME KEY=VALUE… says what it says."].join("\n");
    }
    case "declined":
      return "Nothing was sent.";
    case "agents":
      return agentsText(result);
    case "subagents":
      return subagentsText(result.subagents, Date.now());
    case "cancelled":
      return `${result.label} ${result.isEnding ? "is told to end" : "has just ended"}.`;
    case "tools":
      return result.tools.length === 0 ? "No tools: the mode is chat." : result.tools.join(", ");
  }
}

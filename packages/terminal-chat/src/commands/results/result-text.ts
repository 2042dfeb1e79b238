import type { CommandResult } from "@skein/session-commands";
import { compactionLines } from "../../views/context/compacted-words.ts";
import type { ShellCommands } from "../../wording.ts";
import { agentsText } from "./agents-text.ts";
import { costsText } from "./costs-text.ts";
import { jobsText } from "./jobs-text.ts";
import { shellText } from "./shell-text.ts";
import { shortFolder } from "@skein/terminal";
import { subagentText, subagentsText } from "./subagents-text.ts";
import { loadContextView, loadSkillsView } from "../../later.ts";

type ToldKind = Exclude<
  CommandResult["kind"],
  | "unknown-command"
  | "must-wait"
  | "modes"
  | "permissions"
  | "rewound"
  | "rewind-points"
  | "remember-where"
  | "diff"
  | "hunk-reverted"
  | "go-to"
  | "go-on"
  | "send"
  | "which-subagent"
>;

/** A result that is only told, and asks nothing of the chat. */
export type ToldResult = Extract<CommandResult, { readonly kind: ToldKind }>;

interface TextOptions {
  /** Columns for tables. */
  readonly width: number;
  readonly shell: ShellCommands;
}

/** In the words of the terminal. Foreign text, not yet clean. */
export async function resultText(result: ToldResult, { width, shell }: TextOptions): Promise<string> {
  switch (result.kind) {
    case "model":
      return `Model: ${result.provider} ${result.model} (from the next request)`;
    case "models":
      return `Model: ${result.current.provider} ${result.current.model}\n${result.provider} lists no models: /model ID takes one all the same.`;
    case "effort":
      return `Effort: ${result.effort} (from the next request)`;
    case "efforts":
      return result.efforts.length === 0
        ? `${result.model} has no reasoning effort.`
        : `Effort: ${result.current}\n${result.model} takes ${result.efforts.join(", ")}: /effort EFFORT changes it.`;
    case "mode":
      return `Permission mode: ${result.mode}`;
    case "output-style":
      return `Output style: ${result.name ?? "default"} (from the next message)`;
    case "output-styles":
      return [
        `Output style: ${result.current ?? "default"}`,
        ...result.styles.map(({ name, description }) => `  ${name}  ${description}`.trimEnd()),
        result.styles.length === 0
          ? "There are no others: one is a Markdown file in .skein/output-styles."
          : "/output-style NAME changes it, /output-style default goes back.",
      ].join("\n");
    case "costs":
      return costsText(result.costs);
    case "context": {
      const { contextLines } = await loadContextView();
      const empty = result.sizes.used === 0 ? ["Empty: no model has been asked yet."] : [];
      return [...empty, ...contextLines(result.sizes)].join("\n");
    }
    case "cache": {
      const { cacheText } = await loadContextView();
      return cacheText(result.cache, { width, now: new Date(), commands: shell }).trimEnd();
    }
    case "compacted":
      return compactionLines(result.report).join("\n");
    case "name":
      return result.isChanged
        ? `This session is now named "${result.name}".`
        : `Name: ${result.name ?? "none"}`;
    case "sessions":
      return "There is no other session yet.";
    case "recipes": {
      return `There is no recipe here. \`${shell.newRecipe}\` makes one.`;
    }
    case "declined":
      return "Nothing was sent.";
    case "agents":
      return agentsText(result, shell);
    case "skills":
      return (await loadSkillsView()).skillLines(result).join("\n");
    case "subagents":
      return subagentsText(result.subagents, Date.now());
    case "subagent":
      return subagentText(result, shell);
    case "cancelled":
      return `${result.label} ${result.isEnding ? "is told to end" : "has just ended"}.`;
    case "jobs":
      return jobsText(result, Date.now());
    case "background":
      if (result.end !== undefined)
        return `Session ${result.session} has ended already (exit code ${result.end}).\n  ${shell.showSession(result.session)}`;
      return `Session ${result.session} works on it in the background.\n  ${shell.attach(result.session)}`;
    case "remembered":
      return `Remembered in ${shortFolder(result.file)}.${result.isOn ? "" : " Later sessions read it when the built-in extension memory is on."}`;
    case "shell":
      return shellText(result);
    case "tools":
      return result.tools.length === 0 ? "No tools: the mode is chat." : result.tools.join(", ");
  }
}

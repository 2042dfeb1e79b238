import { ConfigError } from "@skein/protocol";
import type { CommandResult, SubagentAtWork } from "@skein/host/commands";
import { callWords } from "@skein/session-view/text";
import { counted, tokensText } from "@skein/session-view/text";
import { seconds } from "../../chat/spinner.ts";

/** One line each: what it is, how far it is, what it does now. */
export function subagentsText(subagents: readonly SubagentAtWork[], now: number): string {
  if (subagents.length === 0) return "No subagent is at work.";
  return subagents
    .map(({ session, label, depth, isBackground, startedAt, turns, usage, running }) => {
      const last = running.at(-1);
      const words = [
        `${session}  ${label}${isBackground ? " (background)" : ""}`,
        seconds(now - startedAt),
        counted(turns, "turn"),
        tokensText(usage),
        last ? `${last.tool} ${callWords(last.input)}` : "thinks",
      ];
      return `${"  ".repeat(depth)}${words.join(" · ")}`;
    })
    .join("\n");
}

export function whichSubagent(
  { argument, found, subagents }: Extract<CommandResult, { readonly kind: "which-subagent" }>,
  now: number,
): ConfigError {
  const what =
    argument === ""
      ? "Which subagent?"
      : `${found > 0 ? "More than one" : "No"} subagent at work is "${argument}".`;
  const hint = subagents.length === 0 ? "None is at work." : `Name one:\n${subagentsText(subagents, now)}`;
  return new ConfigError("usage", what, { hint });
}

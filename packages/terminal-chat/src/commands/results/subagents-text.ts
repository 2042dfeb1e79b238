import { ConfigError, counted } from "@skein/protocol";
import type { CommandResult, SubagentAtWork } from "@skein/session-commands";
import { callWords, itemLines, tokensText } from "@skein/session-view/text";
import { itemsOf, viewOfEntries } from "@skein/session-view";
import { seconds } from "../../chat/spinner.ts";

/** Lines of a subagent's transcript. */
const mostLines = 60;

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

/** The last lines of what one has done; all of it is a session of its own. @param shell.showSession - shows it. */
export function subagentText(
  { session, label, isAtWork, entries }: Extract<CommandResult, { readonly kind: "subagent" }>,
  shell: { readonly showSession: (session: string) => string },
): string {
  const lines = itemsOf(viewOfEntries(entries))
    .flatMap(itemLines)
    .flatMap(({ text }) => text.split("\n"));
  const left = Math.max(0, lines.length - mostLines);
  return [
    `${label} · ${isAtWork ? "at work" : "ended"} · session ${session}`,
    ...(left > 0 ? [`… ${counted(left, "line")} before. ${shell.showSession(session)}`] : []),
    ...lines.slice(left),
  ].join("\n");
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

import { counted } from "@skein/protocol";
import type { CommandResult } from "@skein/session-commands";
import { openQuestions, spentInAll, viewOfEntries, type SessionView } from "@skein/session-view";
import { costText, type ShownSubagent } from "@skein/session-view/text";
import type { PickItem } from "@skein/terminal";
import { shortTitle } from "../../calls/call-card.ts";
import type { Chat } from "../../chat/chat.ts";
import { seconds } from "../../chat/spinner.ts";
import type { ChatScope } from "../chat-scope.ts";

type Watching = Pick<Chat, "state" | "subagent">;

/** Each of those at work, by its session. */
export function subagentsAtWork(chat: Watching): readonly PickItem[] {
  const now = Date.now();
  return chat.state().subagents.map((subagent) => {
    const { session, label, depth, isBackground, startedAt, turns } = subagent;
    const view = chat.subagent(session);
    return {
      value: session,
      label: `${"  ".repeat(depth - 1)}◐ ${label}${isBackground ? " (background)" : ""}`,
      detail: [counted(turns, "turn"), costOf(view), seconds(now - startedAt), doing(subagent, view)].join(
        " · ",
      ),
    };
  });
}

function doing({ running }: ShownSubagent, view: SessionView | undefined): string {
  if (view && openQuestions(view).length > 0) return "waits for your answer";
  const last = running.at(-1);
  if (last) return shortTitle(last.tool, last.input, 60);
  return view?.conversation.reply ? "writes" : "thinks";
}

function costOf(view: SessionView | undefined): string {
  if (!view) return costText(undefined);
  const { costUsd, isEstimate, hasUnknownCost } = spentInAll(view);
  return costText(hasUnknownCost ? undefined : costUsd, isEstimate);
}

/** @returns the command line to run next. */
export async function watchSubagent(
  { session, label, entries }: Extract<CommandResult, { readonly kind: "subagent" }>,
  { chat, view }: ChatScope,
): Promise<string | undefined> {
  const before = viewOfEntries(entries);
  const find = () => chat.state().subagents.find((one) => one.session === session);
  const end = await view.watch({
    title: () =>
      [
        label,
        ...subagentsAtWork(chat).flatMap(({ value, detail }) => (value === session ? [detail] : [])),
      ].join(" · "),
    view: () => chat.subagent(session) ?? before,
    isAtWork: () => find() !== undefined,
  });
  if (end === "stop") return `/cancel ${session}`;
  return end === "back" && chat.state().subagents.length > 0 ? "/subagents" : undefined;
}

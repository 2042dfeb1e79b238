import type { SessionUpdate } from "@agentclientprotocol/sdk/unstable";
import { asTyped } from "@skein/host/agents";
import {
  emptyView,
  type CallItem,
  type CompactionItem,
  type Item,
  type ProseItem,
  type SessionView,
} from "@skein/session-view";
import { callUpdates, type Past } from "./call-updates.ts";
import { contentBlock } from "./content-block.ts";
import { planUpdate } from "./plan-update.ts";

/**
 * What a client is told of a session whose view is this one now: what has changed since the view before, and at first all
 * of it. Of subagents, only their calls and notices are told.
 *
 * @param past - of what was said before the client came; later it shows its own messages itself.
 */
export type ViewUpdates = (view: SessionView, past?: Past) => readonly SessionUpdate[];

/** What a client can show, besides what every client can. */
export interface ClientShows {
  readonly notices: boolean;
  readonly compactions: boolean;
}

/** @param cwd - where relative paths in inputs start. */
export function viewUpdates(cwd: string, shows: ClientShows): ViewUpdates {
  const callUpdate = callUpdates(cwd);
  let shown = emptyView();
  let toldPlan: string | undefined;
  /** Texts and thoughts as they were told. */
  const told = new Map<string, ProseItem>();

  function ownUpdates(item: Item, isPast: boolean): readonly SessionUpdate[] {
    switch (item.type) {
      case "message":
        if (!isPast || item.from === "hook" || item.from === "agent") return [];
        return item.content.map((part) => ({
          sessionUpdate: "user_message_chunk",
          content: contentBlock(part.type === "text" ? { ...part, text: asTyped(part.text) } : part),
        }));
      case "text":
      case "thinking": {
        const text = item.text.slice(told.get(item.id)?.text.length);
        told.set(item.id, item);
        return text === "" ? [] : [chunk(item.type === "text" ? "agent_message" : "agent_thought", text)];
      }
      case "told": {
        const { event } = item;
        const streaming = [...told.values()].filter(({ state }) => state === "streaming");
        if (event.type !== "reply-restarted" || streaming.length === 0) return [];
        for (const { id } of streaming) told.delete(id);
        // An update that was sent cannot be revoked.
        return [chunk("agent_message", `\n\n*The reply broke off and starts again: ${event.reason}*\n\n`)];
      }
      case "compaction":
        return shows.compactions ? [compaction(item)] : [];
      default:
        return [];
    }
  }

  /** The plan, unless the client has it. */
  function planOf(item: CallItem): readonly SessionUpdate[] {
    const plan = planUpdate(item);
    const text = JSON.stringify(plan);
    if (!plan || text === toldPlan) return [];
    toldPlan = text;
    return [plan];
  }

  function changes(view: SessionView, before: SessionView, path: readonly string[], past?: Past) {
    const { output } = view.conversation;
    const updates = changedItems(view, before).flatMap((item): readonly SessionUpdate[] => {
      if (item.type === "call") {
        return [
          ...callUpdate(path, item, output[item.callId ?? ""], past),
          ...(path.length === 0 ? planOf(item) : []),
        ];
      }
      if (item.type !== "notice") return path.length === 0 ? ownUpdates(item, past !== undefined) : [];
      if (!shows.notices || past) return [];
      return [{ sessionUpdate: "notice", severity: item.level, title: item.text }];
    });
    for (const [at, child] of view.children.entries()) {
      const below = [...path, child.callId ?? child.session];
      updates.push(...changes(child.view, before.children[at]?.view ?? emptyView(), below, past));
    }
    return updates;
  }

  return (view, past) => {
    const updates = changes(view, shown, [], past);
    const { name, mode } = view.facts;
    if (name && name.name !== shown.facts.name?.name)
      updates.push({ sessionUpdate: "session_info_update", title: name.name });
    if (mode !== undefined && mode !== shown.facts.mode && !past)
      updates.push({ sessionUpdate: "current_mode_update", currentModeId: mode });
    shown = view;
    return updates;
  };
}

function changedItems({ conversation }: SessionView, { conversation: before }: SessionView): readonly Item[] {
  const { groups, reply, output } = conversation;
  const hasPrinted = output !== before.output;
  const changed = groups.flatMap((group, at) => {
    const old = before.groups[at];
    if (group === old && !hasPrinted) return [];
    return group.filter((item, index) => item !== old?.[index] || (hasPrinted && item.type === "call"));
  });
  return [...changed, ...(reply?.parts ?? []).map(({ item }) => item)];
}

/** It is over when it is known. */
function compaction({ id, summary }: CompactionItem): SessionUpdate {
  const told = summary === undefined ? {} : { summary: [{ type: "text" as const, text: summary }] };
  return { sessionUpdate: "compaction_update", compactionId: id, status: "completed", ...told };
}

function chunk(kind: "agent_message" | "agent_thought", text: string): SessionUpdate {
  return { sessionUpdate: `${kind}_chunk`, content: { type: "text", text } };
}

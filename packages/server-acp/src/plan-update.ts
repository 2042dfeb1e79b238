import type { PlanEntryStatus, SessionUpdate } from "@agentclientprotocol/sdk/unstable";
import { isJsonObject, type JsonValue } from "@skein/protocol";
import type { CallItem } from "@skein/session-view";

/** The model's todo list as a plan, once it was written; `undefined` for any other call. */
export function planUpdate({ tool, state, runInput, input }: CallItem): SessionUpdate | undefined {
  const list = runInput ?? input;
  if (tool !== "todo" || state !== "done" || !isJsonObject(list ?? null)) return undefined;
  const items = (list as { readonly items?: JsonValue }).items;
  if (!Array.isArray(items)) return undefined;
  return { sessionUpdate: "plan", entries: items.flatMap(entryOf) };
}

const statuses: Readonly<Record<string, PlanEntryStatus>> = {
  open: "pending",
  doing: "in_progress",
  done: "completed",
};

function entryOf(item: JsonValue) {
  if (!isJsonObject(item) || typeof item["text"] !== "string") return [];
  const { state } = item;
  const status = (typeof state === "string" ? statuses[state] : undefined) ?? "pending";
  // The list has no priorities.
  return [{ content: item["text"], priority: "medium" as const, status }];
}

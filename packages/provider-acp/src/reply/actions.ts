import type { SessionUpdate, ToolCall } from "@agentclientprotocol/sdk";
import type { JsonObject } from "@skein/protocol";

type ToolUpdate = Extract<SessionUpdate, { sessionUpdate: "tool_call" | "tool_call_update" }>;

/** What is to be told of an action of the agent's own. */
export interface ActionText {
  readonly id: string;
  readonly added: string;
  readonly isOver: boolean;
  /** Title, kind, status, places and changes, as the agent gave them. */
  readonly record: JsonObject;
}

/** Characters of a record; what is longer is left out of the journal, and said to be. */
const mostRecorded = 32_768;

interface KnownAction {
  readonly call: Partial<ToolCall>;
  /** The title that the reply which streams now tells of it; `undefined`: it does not. */
  readonly told: string | undefined;
}

/** Collects what an agent tells of its own tool calls, which may go on over several replies. */
export type Actions = ReturnType<typeof collectActions>;

export function collectActions() {
  const known = new Map<string, KnownAction>();
  const over = new Set<string>();

  return {
    take(update: ToolUpdate): readonly ActionText[] {
      const id = update.toolCallId;
      if (over.has(id)) return [];
      const before = known.get(id);
      const said = Object.fromEntries(Object.entries(update).filter(([, value]) => value !== null));
      const call: Partial<ToolCall> = { ...before?.call, ...said };
      const told = before?.told;
      const { status, title = "" } = call;
      const head = told === undefined ? headOf(call) : title === told ? "" : `, ${title}`;
      if (status === "completed" || status === "failed") {
        known.delete(id);
        over.add(id);
        return [{ id, added: `${head} (${status})`, isOver: true, record: recordOf(call) }];
      }
      known.set(id, { call, told: title });
      return head === "" ? [] : [{ id, added: head, isOver: false, record: {} }];
    },
    /** For the end of a reply: those that have not ended with it. A later one may tell of them. */
    rest(): readonly ActionText[] {
      return [...known].flatMap(([id, { call, told }]) => {
        if (told === undefined) return [];
        known.set(id, { call, told: undefined });
        const added = call.status === "in_progress" ? " (running)" : " (pending)";
        return [{ id, added, isOver: true, record: recordOf(call) }];
      });
    },
  };
}

function headOf({ kind, title, locations }: Partial<ToolCall>): string {
  const path = locations?.[0]?.path;
  const place = path === undefined || (title ?? "").includes(path) ? "" : ` ${path}`;
  return `${kind ?? "other"}: ${title ?? "an action"}${place}`;
}

function recordOf(call: Partial<ToolCall>): JsonObject {
  const { toolCallId, title, kind, status, locations, content, rawInput } = call;
  const short = definedOf({ toolCallId, title, kind, status, locations });
  const whole = definedOf({ toolCallId, title, kind, status, locations, content, rawInput });
  return JSON.stringify(whole).length > mostRecorded ? { ...short, isShortened: true } : whole;
}

function definedOf(fields: Readonly<Record<string, unknown>>): JsonObject {
  return JSON.parse(JSON.stringify(fields)) as JsonObject;
}

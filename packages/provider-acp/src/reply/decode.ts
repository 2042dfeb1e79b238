import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { AssistantPart, JsonObject, JsonValue, ModelEvent, Sidecar } from "@skein/protocol";
import type { Owner } from "@skein/provider-kit";
import type { Actions, ActionText } from "./actions.ts";

/** Turns what an agent tells of a turn into the parts of one reply. One per reply. */
export interface UpdateDecoder {
  take(update: SessionUpdate, out: ModelEvent[]): void;
  call(
    call: { readonly id: string; readonly name: string; readonly input: JsonValue },
    out: ModelEvent[],
  ): void;
  /** Ends every part that is open. */
  close(out: ModelEvent[]): void;
}

/** Whose reply it is, and of which session of the agent. */
interface SessionMark extends Owner {
  readonly session: string;
}

type Prose = "text" | "thinking";

/** The first part carries the session, so that it is found again. */
export function createDecoder({ provider, model, session }: SessionMark, actions: Actions): UpdateDecoder {
  let parts = 0;
  let open: { readonly part: number; readonly kind: Prose; text: string } | undefined;
  const openActions = new Map<string, { readonly part: number; text: string }>();

  /** The first part says whose session it was. */
  const sidecar = (part: number, more?: JsonObject): { readonly sidecar?: Sidecar } => {
    if (part > 0 && more === undefined) return {};
    const data: JsonObject = { ...(part > 0 ? {} : { session }), ...more };
    return { sidecar: { provider, model, data } };
  };
  const endProse = (out: ModelEvent[]): void => {
    if (!open) return;
    const { part, kind, text } = open;
    open = undefined;
    out.push({ type: "part-end", part, content: { type: kind, text, ...sidecar(part) } });
  };
  const prose = (kind: Prose, delta: string, out: ModelEvent[]): void => {
    if (delta === "") return;
    if (open?.kind !== kind) {
      endProse(out);
      open = { part: parts++, kind, text: "" };
      out.push({ type: "part-start", part: open.part, kind });
    }
    open.text += delta;
    out.push({ type: `${kind}-delta`, part: open.part, delta });
  };
  /** What the agent does by itself is told as a thought, and kept beside it as it was said. */
  const action = ({ id, added, isOver, record }: ActionText, out: ModelEvent[]): void => {
    let known = openActions.get(id);
    if (!known) {
      endProse(out);
      known = { part: parts++, text: "" };
      openActions.set(id, known);
      out.push({ type: "part-start", part: known.part, kind: "thinking" });
    }
    const { part } = known;
    known.text += added;
    if (added !== "") out.push({ type: "thinking-delta", part, delta: added });
    if (!isOver) return;
    openActions.delete(id);
    const content: AssistantPart = {
      type: "thinking",
      text: known.text,
      ...sidecar(part, { action: record }),
    };
    out.push({ type: "part-end", part, content });
  };

  return {
    take(update, out) {
      switch (update.sessionUpdate) {
        case "agent_message_chunk":
        case "agent_thought_chunk": {
          const { content } = update;
          const kind = update.sessionUpdate === "agent_message_chunk" ? "text" : "thinking";
          prose(kind, content.type === "text" ? content.text : `[${content.type}]`, out);
          return;
        }
        case "tool_call":
        case "tool_call_update":
          for (const told of actions.take(update)) action(told, out);
          return;
        case "plan": {
          const lines = update.entries.map(({ status, content }) => `[${status}] ${content}`);
          endProse(out);
          prose("thinking", ["Plan:", ...lines].join("\n"), out);
          endProse(out);
          return;
        }
        default: // the others say nothing of the reply
      }
    },
    call({ id, name, input }, out) {
      endProse(out);
      const part = parts++;
      out.push({ type: "part-start", part, kind: "tool-call", name });
      out.push({ type: "input-delta", part, delta: JSON.stringify(input) });
      out.push({ type: "part-end", part, content: { type: "tool-call", id, name, input, ...sidecar(part) } });
    },
    close(out) {
      endProse(out);
      for (const told of actions.rest()) action(told, out);
    },
  };
}

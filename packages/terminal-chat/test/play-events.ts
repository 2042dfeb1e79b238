import type { AgentEvent, AgentEventBody } from "@skein/protocol";
import { emptyView, viewReducer } from "@skein/session-view";
import type { LiveReply } from "../src/screen/live-reply.ts";

/** Feeds a live reply with events and what they make of the view; calls that no reply has asked for get one before. */
export function player(reply: LiveReply): (event: AgentEvent) => void {
  let view = emptyView();
  const play = (event: AgentEvent): void => {
    const before = view;
    view = viewReducer(view, event);
    reply.update({ event, before, after: view });
  };
  return (event) => {
    if (event.type === "tool-start") play({ ...asked(event), session: event.session, path: event.path });
    play(event);
  };
}

function asked({
  callId,
  tool,
  input,
}: Extract<AgentEvent, { readonly type: "tool-start" }>): AgentEventBody {
  const content = [{ type: "tool-call", id: callId, name: tool, input } as const];
  return { type: "message", role: "assistant", content, stop: "tool-calls", provider: "p", model: "m" };
}

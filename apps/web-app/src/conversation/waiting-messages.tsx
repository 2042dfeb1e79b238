import type { ReactNode } from "react";
import { useSessionPart } from "../state/current-session.tsx";

/** Messages that were accepted and have no place in the conversation yet. */
export function WaitingMessages(): ReactNode {
  const waiting = useSessionPart(({ view }) => view.conversation.waiting);
  return waiting.map(({ id, from, content = [] }) => (
    <article key={id} className="message waiting">
      <h2>{from === "steer" ? "Steers at the next step" : "Queued"}</h2>
      {content.map((part, at) => (part.type === "text" ? <p key={at}>{part.text}</p> : undefined))}
    </article>
  ));
}

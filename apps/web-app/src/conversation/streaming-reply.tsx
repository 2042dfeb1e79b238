import type { ReactNode } from "react";
import { useSessionPart } from "../state/current-session.tsx";
import { ItemView } from "./item-view.tsx";

/** The reply that streams in. */
export function StreamingReply(): ReactNode {
  const reply = useSessionPart(({ view }) => view.conversation.reply);
  if (!reply) return undefined;
  const parts = reply.parts.toSorted((one, other) => one.part - other.part);
  return parts.map(({ item }) => <ItemView key={item.id} item={item} />);
}

import type { MessageItem } from "@skein/session-view";
import type { ReactNode } from "react";
import { MediaPart } from "./media-part.tsx";

const senders: Readonly<Record<MessageItem["from"], string>> = {
  user: "You",
  steer: "You, while it worked",
  hook: "A hook",
  recipe: "The recipe",
  child: "A subagent",
  agent: "Skein",
};

/** A message to the model, on a tinted ground. What the agent tells itself is left out. */
export function MessageView({ message }: { readonly message: MessageItem }): ReactNode {
  if (message.from === "agent") return undefined;
  return (
    <article className="message" data-from={message.from} data-seq={message.seq}>
      <h2 className={message.from === "user" ? "visually-hidden" : undefined}>{senders[message.from]}</h2>
      {message.content.map((part, at) =>
        part.type === "text" ? <p key={at}>{part.text}</p> : <MediaPart key={at} part={part} />,
      )}
    </article>
  );
}

import type { Item } from "@skein/session-view";
import { memo, type ReactNode } from "react";
import { QuestionForm } from "../approvals/question-form.tsx";
import { Markdown } from "../markdown/markdown.tsx";
import { CallCard } from "./call-card.tsx";
import { CompactionMark, NoticeLine, OutcomeLine, ToldLine } from "./quiet-lines.tsx";
import { MessageView } from "./message-view.tsx";
import { Thought } from "./thought.tsx";

/** One item of a conversation. It is drawn again only when it is another object. */
export const ItemView = memo(({ item }: { readonly item: Item }): ReactNode => {
  switch (item.type) {
    case "message":
      return <MessageView message={item} />;
    case "text":
      return (
        <div className="answer" data-state={item.state}>
          <Markdown text={item.text} isOpen={item.state === "streaming"} />
        </div>
      );
    case "thinking":
      return <Thought thought={item} />;
    case "call":
      return <CallCard call={item} itemView={itemView} />;
    case "question":
      return item.asked.answer === undefined ? <QuestionForm question={item.asked.question} /> : undefined;
    case "notice":
      return <NoticeLine level={item.level}>{item.text}</NoticeLine>;
    case "told":
      return <ToldLine event={item.event} />;
    case "compaction":
      return <CompactionMark mark={item} />;
    case "outcome":
      return <OutcomeLine outcome={item} />;
  }
});

function itemView(item: Item): ReactNode {
  return <ItemView key={item.id} item={item} />;
}

import type { Entry } from "@skein/protocol";
import type { OpenAgent } from "@skein/runtime";
import { withAdditions, type MessageContent } from "../../messages/message-content.ts";

export interface UserNotesParts {
  readonly entries: () => AsyncIterable<Entry>;
  /** Opens the agent, whose redactor keeps secrets out of the journal. */
  readonly agent: () => Promise<Pick<OpenAgent, "agent">>;
}

/** What the user lets the model know beside messages: it reads that with the next one. */
export interface UserNotes {
  add(text: string): Promise<void>;
  /** The first message of a session, with the notes that came before it. */
  joinedTo(content: MessageContent): MessageContent;
}

export function userNotes({ entries, agent }: UserNotesParts): UserNotes {
  /** Nothing is in the journal before the first message. */
  let early: readonly string[] = [];
  return {
    async add(text) {
      for await (const _ of entries()) {
        await (await agent()).agent.record({ kind: "notice", audience: "both", level: "info", text });
        return;
      }
      early = [...early, text];
    },
    joinedTo(content) {
      const texts = early;
      early = [];
      if (texts.length === 0) return content;
      if (typeof content === "string") return withAdditions(content, [{ texts, parts: [] }]);
      return [...content, { type: "text", text: texts.join("\n\n") }];
    },
  };
}

import { createAgent, type Run } from "@skein/agent";
import type { Answer, AttemptModel, JournalStore, Question } from "@skein/protocol";
import { createFeed, type Feed } from "./feed.ts";
import { shop } from "./shop.ts";

/** One conversation of the app. Its id is all that a browser must know. */
export interface Conversation extends AsyncDisposable {
  readonly feed: Feed;
  say(text: string): void;
  questions(): Promise<readonly Question[]>;
  answer(questionId: string, answer: Answer): Promise<void>;
}

export interface ConversationOptions {
  readonly model: AttemptModel;
  readonly journal: JournalStore;
  /** Of a new session, or of one that is resumed. */
  readonly session: string;
}

export function openConversation({ model, journal, session }: ConversationOptions): Conversation {
  // `ask: "handle"`: questions are events, and `answer` answers them. Without it they would end the run.
  const agent = createAgent({ model, journal, session, tools: shop, ask: "handle" });
  const feed = createFeed(journal, session);
  let running = 0;

  async function follow(run: Run): Promise<void> {
    running++;
    for await (const event of run) feed.push(event);
    running--;
  }

  return {
    feed,
    say: (text) => void follow(agent.run(text)),
    questions: () => agent.openQuestions(),
    async answer(questionId, answer) {
      await agent.answer(questionId, answer);
      // Asked by a process that has ended: a run without input continues from the answer.
      if (running === 0) void follow(agent.run());
    },
    [Symbol.asyncDispose]: () => agent.close(),
  };
}

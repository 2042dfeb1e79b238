import type { Answer } from "@skein/client";
import { sessionList } from "../sessions/listed.ts";
import { attempt } from "../state/problems.ts";
import { server } from "../state/server.ts";
import { answerNote, lastAnswerNote } from "./answer-note.ts";

/** Sends an answer; when it cannot be sent, the page says why. It also says which other session continues. */
export function sendAnswer(session: string, question: string, answer: Answer): Promise<boolean> {
  return attempt(async () => {
    const { resumed } = await server.answerQuestion({ session, question, answer });
    lastAnswerNote.set(answerNote({ session, resumed }, sessionList.get().lines));
  });
}

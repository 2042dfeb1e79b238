import type { Answer } from "@skein/client";
import { attempt } from "../state/problems.ts";
import { server } from "../state/server.ts";

/** Sends an answer; when it cannot be sent, the page says why. */
export function sendAnswer(session: string, question: string, answer: Answer): Promise<boolean> {
  return attempt(() => server.answerQuestion({ session, question, answer }));
}

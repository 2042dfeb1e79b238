import { SkeinError } from "@skein/protocol";
import type { Sessions } from "@skein/runtime";
import type { Directories } from "@skein/settings";
import { connectToOwner } from "./connect-to-owner.ts";
import { ownerCalls } from "./owner-calls.ts";
import { socketPlace } from "./socket-place.ts";

type GivenAnswer = Parameters<Sessions["answer"]>[2];

export interface AnswerPlace {
  readonly directories: Directories;
  readonly sessions: Pick<Sessions, "answer">;
}

/**
 * Answers an open question of a session, in the process that has it open, if there is one; otherwise in its journal.
 *
 * @returns whether a process goes on from the answer by itself. Rejects as `Sessions.answer` does.
 */
export async function answerAnywhere(
  { directories, sessions }: AnswerPlace,
  session: string,
  questionId: string,
  given: GivenAnswer,
): Promise<{ readonly pid: number | undefined }> {
  const owner = await connectToOwner(socketPlace(directories, session), session);
  if (!owner) {
    await sessions.answer(session, questionId, given);
    return { pid: undefined };
  }
  const calls = ownerCalls(owner);
  try {
    await calls.call({ do: "answer", question: questionId, answer: given.answer, by: given.by });
    return { pid: owner.greeting.pid };
  } catch (error) {
    if (!SkeinError.is(error) || (error.code !== "not-asked" && error.code !== "gone")) throw error;
    // The journal says who was faster, or takes the answer when no process has the session open any more.
    await sessions.answer(session, questionId, given);
    return { pid: undefined };
  } finally {
    calls.close();
  }
}

import { extractText } from "@skein/protocol";
import type { SessionView } from "@skein/session-view";

/** A message that was sent while a run was busy and has not reached the conversation. */
export interface WaitingMessage {
  readonly text: string;
  readonly isSteering: boolean;
}

/** Those of the user. */
export function waitingIn({ conversation }: SessionView): readonly WaitingMessage[] {
  return conversation.waiting
    .filter(({ from }) => from !== "child")
    .map(({ content = [], from }) => ({ text: extractText(content), isSteering: from === "steer" }));
}

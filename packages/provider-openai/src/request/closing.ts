import type { Message } from "@skein/protocol";
import { goOn } from "@skein/provider-kit";

/** What stands behind the conversation. */
export interface Closing {
  /** Said for the user, where the conversation would end with the model's own words and it could take them for done. */
  readonly nudge: string;
  readonly facts: string;
}

/** @param endsWithReply - whether the conversation, as it is sent, ends with the model's words or is empty. */
export function closingOf(messages: readonly Message[], turnFacts: string, endsWithReply: boolean): Closing {
  return {
    nudge: endsWithReply ? goOn(messages.at(-1)) : "",
    facts: turnFacts.trim() === "" ? "" : turnFacts.toWellFormed(),
  };
}

import { isEffectiveAfter, type EntryOf } from "@skein/protocol";
import { emptyConversation, type Conversation } from "./conversation.ts";
import { withEntry } from "./entry-step.ts";
import { withEvent } from "./event-step.ts";
import type { History, KeptStep } from "./session-view.ts";

function withStep(said: Conversation, step: KeptStep): Conversation {
  return "kind" in step ? withEntry(said, step) : withEvent(said, step);
}

/** The conversation of what stands after the last rewind; made anew, since a rewind may take another one back. */
export function rewound({ steps, rewinds }: History): Conversation {
  const stands = isEffectiveAfter(rewinds);
  let said = emptyConversation;
  for (const step of steps.flat()) {
    if (stands(step.seq)) said = withStep({ ...said, era: eraAt(rewinds, step.seq) }, step);
  }
  return { ...said, era: rewinds.length };
}

function eraAt(rewinds: readonly EntryOf<"rewind">[], seq: number): number {
  return rewinds.filter((rewind) => rewind.seq < seq).length;
}

import { isEffectiveAfter, type EntryOf } from "@skein/protocol";
import { emptyConversation, type Conversation } from "./conversation.ts";
import { withEntry } from "./entry-step.ts";
import { withEvent } from "./event-step.ts";
import type { History, KeptStep } from "./session-view.ts";

function withStep(said: Conversation, step: KeptStep): Conversation {
  return "kind" in step ? withEntry(said, step) : withEvent(said, step);
}

/** The conversation of the effective entries after the last rewind; built from scratch, since a rewind may undo another one. */
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

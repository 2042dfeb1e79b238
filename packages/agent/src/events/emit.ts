import type { AgentEventBody } from "@skein/protocol";

/** Emits an event to readers; `seq` is the number of its journal entry, if it has one. */
export type Emit = (event: AgentEventBody, seq?: number) => void;

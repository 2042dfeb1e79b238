import type { AgentEventBody } from "@skein/protocol";

/** Tells readers; `seq` when the event is also a journal entry. */
export type Emit = (event: AgentEventBody, seq?: number) => void;

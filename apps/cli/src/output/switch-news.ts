import type { AgentEvent } from "@skein/protocol";

/**
 * Whether an event is news to a person. Each request that a stand-in answers says who answers it; a person is told when
 * that changes.
 */
export function createSwitchNews(): (event: AgentEvent) => boolean {
  let answering = "";
  return (event) => {
    if (event.type !== "model-switched") return true;
    const before = answering;
    answering = `${event.provider} ${event.model}`;
    return answering !== before;
  };
}

import type { AgentEvent } from "@skein/protocol";

/**
 * Whether an event is news to a person. Each request that a stand-in answers says who answers it; a person is told when
 * that changes, of each agent apart.
 */
export function createSwitchNews(): (event: AgentEvent) => boolean {
  const answering = new Map<string, string>();
  return (event) => {
    if (event.type !== "model-switched") return true;
    const { session, provider, model } = event;
    const before = answering.get(session);
    answering.set(session, `${provider} ${model}`);
    return answering.get(session) !== before;
  };
}

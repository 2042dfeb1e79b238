export { asAgent } from "./agents/as-agent.ts";
export { asTyped, delegateMessage, mentionable } from "./agents/delegate.ts";
export { agentNamed, agentProblemText, namedAgents, type NamedAgents } from "./agents/named-agents.ts";

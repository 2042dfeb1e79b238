export { type AgentProblem } from "./agent-of.ts";
export { agentFolders, type AgentFolder, type AgentPlaces } from "./folders.ts";
export { parseMention, type Mention } from "./mention.ts";
export { type FileAgent, type FoundAgents, readAgents } from "./read-agents.ts";

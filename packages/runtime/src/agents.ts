export {
  agentFolders,
  parseMention,
  readAgents,
  type AgentProblem,
  type FileAgent,
  type FoundAgents,
} from "@skein/subagents/agents";

export {
  agentFolders,
  parseMention,
  readAgents,
  type AgentProblem,
  type FileAgent,
} from "@skein/subagents/agents";

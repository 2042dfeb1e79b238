export { asTyped, delegateMessage, mentionable } from "./agents/delegate.ts";
export { agentProblemText, namedAgents, type NamedAgents } from "./agents/named-agents.ts";
export { namedSkill, skillsHere, type SkillsHere } from "./skills/skills-here.ts";

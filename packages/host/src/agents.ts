export { asTyped, delegateMessage, mentionable } from "./agents/delegate.ts";
export { agentProblemText, namedAgents, type NamedAgents } from "./agents/named-agents.ts";
export { namedSkill, skillsHere, type SkillsHere } from "./skills/skills-here.ts";
export { namedStyle, outputStylesHere } from "./output-styles/output-styles-here.ts";
export { mentionWords } from "./messages/mention-words.ts";
export { type SessionPrompt, type PromptCompletion } from "./messages/session-prompts.ts";
export { promptCommandName } from "./messages/session-prompts.ts";
export { argumentValues } from "./messages/argument-values.ts";
export { rememberedNote, commandNote } from "./messages/command-note.ts";

export { type Compacted } from "./compact-session.ts";
export { createAgent, type Agent, type SessionNote } from "./create-agent.ts";
export { defaultLimits, type AgentParts } from "./parts.ts";
export { plainPrompt } from "./prompt.ts";
export { type Run, type RunInput } from "./run.ts";
export { answerQuestion, openQuestions, type LateAnswer } from "./answer-question.ts";

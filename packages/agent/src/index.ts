export { type Compacted } from "./context/compact-session.ts";
export { sessionEvents } from "./events/session-events.ts";
export { createAgent, type Agent, type SessionNote } from "./create-agent.ts";
export { defaultLimits, type AgentParts } from "./agent-parts.ts";
export { type Adversary, type Judge } from "./judge/judge.ts";
export { userWords } from "./judge/user-words.ts";
export { dateAndFolder, plainPrompt } from "./defaults/plain-prompt.ts";
export { type AgentResult, type FirstReply, type Run, type RunInput } from "./loop/run.ts";
export { answerQuestion, openQuestions, type QuestionAnswer } from "./questions/answer-question.ts";

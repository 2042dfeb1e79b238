// What this package loads when it is first needed.

export const loadAnswerQuestion = () => import("./questions/answer-question.ts");
export const loadAskAboutSession = () => import("./asides/ask-about-session.ts");
export const loadAuxiliaryRequest = () => import("./requests/auxiliary-request.ts");
export const loadCallForApp = () => import("./calls/call-for-app.ts");
export const loadCheckWork = () => import("./loop/check-work.ts");
export const loadCompactSession = () => import("./fitting/compact-session.ts");
export const loadExecuteToolCalls = () => import("./calls/execute-tool-calls.ts");
export const loadIdleTimeout = () => import("./requests/idle-timeout.ts");
export const loadNameSession = () => import("./asides/name-session.ts");
export const loadPromptHooks = () => import("./loop/prompt-hooks.ts");
export const loadRecoverSession = () => import("./loop/recover-session.ts");

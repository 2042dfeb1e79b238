export { approvalOf, type Choice } from "./questions/approval.ts";
export { answerIn, clarificationLines, clarificationText } from "./questions/clarification.ts";
export { elicitationQuestion } from "./questions/line-answer.ts";
export { planChoices, planHead, planLines, type PlanQuestion } from "./questions/plan-question.ts";
export { approvalText } from "./questions/approval-lines.ts";
export { quietMs } from "./questions/question-keys.ts";

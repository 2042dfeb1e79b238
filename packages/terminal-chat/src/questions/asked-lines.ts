export { approvalText } from "./approval-lines.ts";
export { approvalOf } from "./approval.ts";
export { clarificationLines, clarificationText } from "./clarification.ts";
export { elicitationQuestion } from "./line-answer.ts";
export { whyAsked } from "./why-asked.ts";
export { planHead, planLines } from "./plan-question.ts";

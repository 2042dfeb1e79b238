export { answerIn } from "./questions/clarification.ts";
export { questionList, type AnswerWords } from "./questions/question-list.ts";
export { quietMs } from "./questions/question-keys.ts";

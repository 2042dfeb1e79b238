export { askInTerminal, type QuestionTerminal } from "./questions/ask-in-terminal.ts";

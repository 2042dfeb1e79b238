export { caseLines, mutationLines, summaryLine } from "./recipe-tests/result-lines.ts";

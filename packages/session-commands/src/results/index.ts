export { commandResult, compactedResult, contextResult } from "./command-result.ts";

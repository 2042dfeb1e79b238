export { initLine, resultLine, type RunInfo } from "./lines.ts";
export { watchFacts, type FactsWatch, type RunFacts } from "./run-facts.ts";

export { initLine, resultLine, type RunInfo } from "./stream-json/lines.ts";
export { watchFacts, type FactsWatch, type RunFacts } from "./stream-json/run-facts.ts";

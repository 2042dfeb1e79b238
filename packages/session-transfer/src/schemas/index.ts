export { agentEvent } from "./events.ts";
export { init, result, type TierInForce } from "./outcomes.ts";
export { publishedSchemas, streamLine } from "./published.ts";
export { replayScript } from "./replay-script.ts";

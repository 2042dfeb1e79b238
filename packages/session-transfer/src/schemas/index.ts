export { agentEvent, backgroundJob } from "./events.ts";
export { anyJson, contentParts, usage } from "./messages.ts";
export { init, result, type TierInForce } from "./outcomes.ts";
export { publishedSchemas, streamLine } from "./published.ts";
export { replayScript } from "./replay-script.ts";

export { agentEvent } from "./schemas/events.ts";
export { init, result, type TierInForce } from "./schemas/outcomes.ts";
export { publishedSchemas, streamLine } from "./schemas/published.ts";
export { replayScript } from "./schemas/replay-script.ts";

export { replayLines } from "./replay/replay-lines.ts";

export { planLines } from "./imports/plan-lines.ts";
export { writtenLines } from "./imports/written-lines.ts";

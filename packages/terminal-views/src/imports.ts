export { planLines } from "./imports/plan-lines.ts";

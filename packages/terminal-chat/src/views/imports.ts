export { planLines } from "./imports/plan-lines.ts";
export { programTable } from "./imports/program-table.ts";
export { writtenLines } from "./imports/written-lines.ts";

export { plan, type PlanOptions } from "./plan.ts";

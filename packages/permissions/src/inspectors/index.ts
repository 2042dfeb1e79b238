export { destructive } from "./destructive/destructive.ts";
export { egress, type EgressOptions } from "./egress/egress.ts";
export { injection } from "./injection/injection.ts";

export { isFirstTime } from "./first-time.ts";
export { type Machine } from "./machine.ts";

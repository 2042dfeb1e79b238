export { pull as main } from "../move.ts";

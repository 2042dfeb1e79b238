export { push as main } from "../move.ts";

import { moveCommand } from "../move.ts";

export const main = moveCommand("push");

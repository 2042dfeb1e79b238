import type { Command } from "../../command.ts";
import { changeCommand } from "../change-command.ts";

export const main: Command = changeCommand({
  word: "pause",
  title: "no slot of it starts until it is resumed",
  text: "What runs goes on to its end; what is interrupted waits.",
  done: "is paused.",
});

import type { Command } from "../../command.ts";
import { changeCommand } from "../change-command.ts";

export const main: Command = changeCommand({
  word: "remove",
  title: "take a schedule away",
  text: "What runs goes on to its end. Sessions stay, and the history for a while.",
  done: "is removed.",
});

import type { Command } from "../../command.ts";
import { changeCommand } from "../change-command.ts";

export const main: Command = changeCommand({
  word: "resume",
  title: "slots of it start again",
  text: "What came due meanwhile is recorded as missed.",
  done: "goes on.",
});

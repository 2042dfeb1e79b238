import type { ChatWording } from "@skein/terminal-chat";
import { withNextStep } from "./next-step.ts";

/** Commands that hints name, as a user types them in a shell. */
export const shellCommands: ChatWording["commands"] = {
  trustHelp: "skein trust --help",
  newRecipe: "skein recipe new NAME",
  chatWithRecipe: (recipe) => `skein run --recipe ${recipe} -s`,
  showCache: "skein session cache --json",
  diagnostics: "skein session diagnostics",
};

export const chatWording: ChatWording = { withNextStep, commands: shellCommands };

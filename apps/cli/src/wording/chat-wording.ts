import type { ChatWording } from "@skein/terminal-chat";
import { withNextStep } from "./next-step.ts";

/** Commands that hints name, as a user types them in a shell. */
export const shellCommands: ChatWording["commands"] = {
  trustHelp: "skein trust --help",
  newRecipe: "skein recipe new NAME",
  chatWithRecipe: (recipe) => `skein run --recipe ${recipe} -s`,
  showCache: "skein session cache --json",
  attach: (session) => `skein attach ${session}`,
  showSession: (session) => `skein session show ${session}`,
  exportSession: (session) => `skein session export ${session} -o session.html`,
  diagnostics: "skein session diagnostics",
};

export const chatWording: ChatWording = { withNextStep, commands: shellCommands };

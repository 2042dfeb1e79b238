import { shellWord } from "@skein/terminal";
import type { ChatWording } from "@skein/terminal-chat";
import { withNextStep } from "./next-step.ts";

const fileOpeners: Partial<Record<NodeJS.Platform, string>> = { darwin: "open", win32: "start" };

/** Commands that hints name, as a user types them in a shell. */
export const shellCommands: ChatWording["commands"] = {
  trustHelp: "skein trust --help",
  newRecipe: "skein recipe new NAME",
  chatWithRecipe: (recipe) => `skein run --recipe ${recipe} -s`,
  showCache: "skein session cache --json",
  openPicture: (path, session) =>
    path === undefined
      ? `skein session export ${session} -o session.html`
      : `${fileOpeners[process.platform] ?? "xdg-open"} ${shellWord(path)}`,
  attach: (session) => `skein attach ${session}`,
  diagnostics: "skein session diagnostics",
};

export const chatWording: ChatWording = { withNextStep, commands: shellCommands };

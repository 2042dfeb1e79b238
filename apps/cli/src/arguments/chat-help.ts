import { groupedFlagHelp } from "@skein/command-line";
import { chatFlags, flagGroups } from "@skein/command-line/flags";

export function chatHelp(): string {
  return `skein chat: talk with an agent that works in this folder

Usage
  skein [flags]
  skein chat [flags]
  skein -r                  resume the last session of this folder
  skein -r --fork           the same in a copy of it
  skein resume ID           resume that session
  skein chat --recipe NAME  begin with what a recipe says

${groupedFlagHelp(chatFlags, flagGroups)}

In the chat, /help lists commands and keys. Modes and providers: skein run --help
`;
}

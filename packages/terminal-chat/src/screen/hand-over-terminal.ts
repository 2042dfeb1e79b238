import type { RegionScreen } from "@skein/terminal/screen";
import type { ChatTerminal } from "../chat/front-end.ts";

/** By then a process that was told to stop has stopped, in milliseconds. */
const stopMs = 100;

type Drawing = Pick<RegionScreen, "start" | "stop">;

/** Gives the terminal back, stops the process, and takes the terminal again when the process goes on. */
export function suspend(screen: Drawing, terminal: Pick<ChatTerminal, "suspend">): void {
  if (terminal.suspend === undefined) return;
  screen.stop();
  terminal.suspend();
  // Where no shell could bring it back, the system does not stop a process: then it goes on at once.
  setTimeout(() => screen.start(), stopMs);
}

/** Has a text edited in the user's editor, which has the terminal until then. Rejects if the editor fails. */
export async function editOutside(
  screen: Drawing,
  edit: NonNullable<ChatTerminal["edit"]>,
  text: string,
): Promise<string> {
  screen.stop();
  try {
    return (await edit(text)).trimEnd();
  } finally {
    screen.start();
  }
}

import { exitCodes } from "@skein/protocol";
import { contextText } from "@skein/session-view/text";
import type { Sessions } from "@skein/runtime";
import { contextLines } from "@skein/terminal-chat/context";
import { sizesOfSession } from "@skein/host/sessions";
import { thisMachine } from "../machine.ts";
import { providerRegistry } from "../providers.ts";
import { cleanText } from "@skein/terminal";
import { print, printJson } from "../print.ts";

export interface ShowContextOptions {
  readonly asJson: boolean;
  /** Word for word, rather than its sizes. */
  readonly isFull: boolean;
}

/** What the model would be sent now: how much of what, or system prompt, tools and messages. */
export async function showContext(
  sessions: Sessions,
  session: string,
  { asJson, isFull }: ShowContextOptions,
): Promise<number> {
  const context = await sessions.context(session);
  const sizes = () => sizesOfSession(sources, session, context);
  const sources = {
    machine: thisMachine(),
    providers: providerRegistry,
    sessions,
    cwd: process.cwd(),
  };
  const { stdout } = process;
  if (asJson) {
    printJson({ id: session, ...context, sizes: await sizes() });
  } else if (isFull) {
    stdout.write(`${cleanText(contextText(context))}\n`);
  } else {
    for (const line of contextLines(await sizes())) print(line);
  }
  return exitCodes.done;
}

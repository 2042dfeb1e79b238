import { modelWords } from "@skein/session-view/text";
import { shortFolder } from "@skein/terminal";
import type { ChatState } from "./chat.ts";

export interface FirstScreenFacts {
  /** Of the command. */
  readonly version: string;
  /** Of the folder's repository. */
  readonly branch: string | undefined;
}

/** What a chat begins with: where it is, who answers in which session, and what can be typed. Foreign text, not yet clean. */
export function firstScreen(
  { settings, answering }: ChatState,
  { version, branch }: FirstScreenFacts,
): readonly string[] {
  const { cwd, session, name } = settings;
  const where = [`skein ${version}`, shortFolder(cwd), ...(branch === undefined ? [] : [branch])];
  const named = name === undefined ? "" : ` "${name}"`;
  const who = [modelWords(answering), settings.mode, `session ${session}${named}`];
  return [where.join(" · "), who.join(" · "), "@ adds files · / lists commands · Shift+Tab changes the mode"];
}

import { basename } from "node:path";
import { modelWords } from "@skein/session-view/text";
import type { ChatState } from "./chat.ts";
import { shortFolder } from "@skein/terminal";

/** Who answers, what may happen, where, and in which session. @param width - for a folder with a long path. */
export function headLine({ settings, answering }: ChatState, width: number): string {
  const { mode, cwd, session, name } = settings;
  const named = name === undefined ? "" : ` "${name}"`;
  const line = (folder: string) => `${modelWords(answering)} · ${mode} · ${folder} · ${session}${named}`;
  const whole = line(shortFolder(cwd));
  return whole.length <= width ? whole : line(`…/${basename(cwd)}`);
}

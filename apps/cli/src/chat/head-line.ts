import { basename } from "node:path";
import type { ChatState } from "./chat.ts";
import { shortFolder } from "./show-path.ts";

/** Who answers, what may happen, where, and in which session. @param width - for a folder with a long path. */
export function headLine({ settings }: ChatState, width: number): string {
  const { provider, model, mode, cwd, session, name } = settings;
  const named = name === undefined ? "" : ` "${name}"`;
  const line = (folder: string) => `${provider} ${model} · ${mode} · ${folder} · ${session}${named}`;
  const whole = line(shortFolder(cwd));
  return whole.length <= width ? whole : line(`…/${basename(cwd)}`);
}

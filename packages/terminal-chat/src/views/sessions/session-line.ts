import type { ListedSession } from "@skein/sessions";
import { shortTime } from "@skein/terminal";

/** A session in one line: what it is called, when it was written, and where it was held. */
export function sessionLine(line: ListedSession, now: Date): string {
  if (!("summary" in line)) return `${line.session}  damaged`;
  const { lastAt, name, firstText = "", cwd, child } = line.summary;
  const words = (name ?? firstText).replaceAll(/\s+/g, " ").slice(0, 60);
  const said = child ? `(subagent) ${words}` : words;
  return [line.session, shortTime(lastAt, now), said, cwd ?? ""].join("  ").trimEnd();
}

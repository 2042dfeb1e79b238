import type { ListedSession } from "@skein/sessions";
import { shortFolder, shortTime } from "@skein/terminal";

/** What a session is called, and where it was held and how it ended. Foreign text, not yet clean. */
export function describeSession(
  listed: ListedSession,
  now: Date,
): { readonly label: string; readonly detail: string } {
  if (!("summary" in listed)) return { label: listed.session, detail: `cannot be read: ${listed.damaged}` };
  const { name, firstText, lastAt, state, cwd } = listed.summary;
  const words = (name ?? firstText ?? listed.session).replaceAll(/\s+/g, " ");
  const folder = cwd === undefined ? [] : [shortFolder(cwd)];
  const detail = [shortTime(lastAt, now), state ?? "empty", ...folder, listed.session];
  return { label: Array.from(words).slice(0, 50).join(""), detail: detail.join(" · ") };
}

import type { ListedSession } from "@skein/runtime";
import { shortFolder } from "@skein/terminal";

export function sessionsText(sessions: readonly ListedSession[]): string {
  if (sessions.length === 0) return "There is no other session yet.";
  const rows = sessions.map((listed, index) => `${String(index + 1).padStart(3)}  ${describe(listed)}`);
  return [...rows, "/resume NUMBER resumes one of them."].join("\n");
}

function describe(listed: ListedSession): string {
  if (!("summary" in listed)) return `${listed.session}  cannot be read: ${listed.damaged}`;
  const { session, summary } = listed;
  const text = (summary.name ?? summary.firstText ?? "").replaceAll(/\s+/g, " ");
  const first = Array.from(text).slice(0, 50).join("");
  return `${session}  ${first}  (${summary.state ?? "empty"}, ${shortFolder(summary.cwd ?? "?")})`;
}

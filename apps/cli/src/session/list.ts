import type { Sessions } from "@skein/runtime";
import { note, printJson } from "../print.ts";
import { listedObject, sessionsOf, withoutSubagents } from "@skein/host/sessions";
import { sessionTable } from "@skein/terminal-chat/sessions";

export interface ListOptions {
  /** Sessions of this folder only; `undefined`: of all. */
  readonly cwd: string | undefined;
  readonly limit: number;
  /** Those of subagents too. */
  readonly subagents: boolean;
  readonly asJson: boolean;
}

export async function listSessions(
  sessions: Sessions,
  { cwd, limit, subagents, asJson }: ListOptions,
): Promise<number> {
  const listed = await sessions.list();
  const all = subagents ? listed : withoutSubagents(listed);
  const found = sessionsOf(all, cwd);
  const shown = found.slice(0, limit);
  if (asJson) {
    printJson({ sessions: shown.map(listedObject), total: found.length });
    return 0;
  }
  const { stdout } = process;
  if (shown.length > 0)
    stdout.write(sessionTable(shown, { stream: stdout, now: new Date(), byFolder: cwd === undefined }));
  const asking = shown.filter((line) => "summary" in line && line.summary.state === "needs-input").length;
  if (asking > 0) note(`${asking} with the state needs-input: skein session answer ID`);
  for (const line of notes(all.length, found.length, { shown: shown.length, cwd })) note(line);
  return 0;
}

function notes(
  all: number,
  found: number,
  { shown, cwd }: { readonly shown: number; readonly cwd: string | undefined },
): readonly string[] {
  const others = all - found;
  return [
    ...(found === 0
      ? [cwd === undefined ? "There are no sessions yet." : "No session was held here yet."]
      : []),
    ...(found > shown ? [`${found - shown} more: --limit 0`] : []),
    ...(others > 0 ? [`${others} in other folders: --all`] : []),
  ];
}

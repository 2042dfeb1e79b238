import type { Segment } from "../../shell-analysis/index.ts";
import { programName, unreadCommands, type InspectedCommand } from "../inspected-command.ts";
import { databaseStatement } from "./database-texts.ts";
import { checkFor, programChecks } from "./program-checks.ts";
import { runsDownload } from "./runs-download.ts";
import type { CommandLocation } from "./wide-target.ts";

/** Something that a command destroys. */
export interface Destruction {
  /** A sentence. */
  readonly what: string;
  /** The simple command that does it; absent where it was not analyzed. */
  readonly segment?: Segment;
}

/** What a command would destroy, as far as its words show. */
export function findDestructive(command: InspectedCommand): readonly Destruction[] {
  const { cwd } = command;
  const found = command.segments.flatMap((segment): readonly Destruction[] => {
    const what = ofSegment(segment, { cwd, folders: segment.folders });
    return what === undefined ? [] : [{ what: sentence(segment.text, what), segment }];
  });
  const statement = databaseStatement(command);
  if (statement !== undefined) found.push({ what: sentence(statement, "deletes data of a database") });
  if (found.length > 0) return found;
  for (const [program, ...args] of unreadCommands(command)) {
    const what = checkFor(programName(program))?.(args, { cwd, folders: [[]] });
    if (what !== undefined) return [{ what: sentence(program!.text, `may be run: it ${what}`) }];
  }
  const downloaded = runsDownload(command.segments);
  return downloaded === undefined ? [] : [{ what: sentence(downloaded, "runs commands that are not shown") }];
}

function ofSegment({ program, args, redirections }: Segment, place: CommandLocation): string | undefined {
  const device = redirections.find(
    ({ path, writes }) => writes && /^\/dev\/(?!null$|zero$|full$|tty|std|fd\/|tcp\/|udp\/)/.test(path ?? ""),
  );
  if (device) return `overwrites ${device.path}`;
  if (program === undefined) return undefined;
  if (program.expansions.length === 0) return checkFor(programName(program))?.(args, place);
  // Any program may stand here.
  for (const check of [programChecks.get("rm"), programChecks.get("git")]) {
    const what = check?.(args, place);
    if (what !== undefined) return `may be any program: as one that deletes, it ${what}`;
  }
  return undefined;
}

const mostShown = 120;

function sentence(text: string, what: string): string {
  const shown = text.length > mostShown ? `${text.slice(0, mostShown - 1)}…` : text;
  return `\`${shown.replaceAll(/\s+/g, " ")}\` ${what}.`;
}

import {
  applyImport,
  changesAnything,
  planImport,
  readProgram,
  type Area,
  type FoundProgram,
  type WrittenImport,
} from "@skein/host/imports";
import { thisMachine } from "../machine.ts";
import { note, print, printJson } from "../print.ts";
import { knownProviders } from "../providers.ts";
import { withRemedy } from "../wording/plan-reason.ts";
import { planLines, writtenLines } from "@skein/terminal-views/imports";
import { agree, codeOf, type AskedFor, type Agreement } from "../wording/agree.ts";

export interface ImportOptions extends Omit<AskedFor, "question"> {
  readonly only: readonly Area[];
  readonly overwrite: boolean;
}

type End = "written" | "nothing-to-do" | Exclude<Agreement, "done">;

/** Where findings come from: a program, a file. */
type Source = Pick<FoundProgram, "found" | "label" | "folder"> &
  Partial<Pick<FoundProgram, "id" | "sessions">>;

/** Shows what would change, asks, writes. @returns the exit code. Throws `ConfigError`. */
export async function importProgram(
  { id, from }: { readonly id: string; readonly from: string | undefined },
  options: ImportOptions,
): Promise<number> {
  const where = { cwd: process.cwd(), providers: knownProviders, from };
  const { code } = await importFound(await readProgram(thisMachine(), id, where), options);
  return code;
}

/** The same for what was found already. */
export async function importFound(
  { id, label, folder, found, sessions = 0 }: Source,
  options: ImportOptions,
): Promise<{ readonly code: number; readonly isWritten: boolean }> {
  const { only, overwrite, asJson } = options;
  const machine = thisMachine();
  const plan = await planImport(machine, found, { only, overwrite });
  const said = plan.items.map(withRemedy);
  if (!asJson) show([`From ${label}, ${folder}`, ...planLines({ items: said, broken: plan.broken }), ""]);

  const isNeeded = changesAnything(plan);
  const agreement = isNeeded ? await agree({ question: "Write this?", ...options }) : "done";
  const decided = agreement !== "done" ? agreement : isNeeded ? "written" : "nothing-to-do";
  const written = decided === "written" ? await applyImport(machine, plan, new Date()) : undefined;
  if (asJson) {
    const { broken } = plan;
    printJson({ program: id, folder, outcome: decided, plan: said, broken, ...written, sessions });
  } else {
    show([...endLines(decided, written), ...sessionLines(label, sessions)]);
  }
  if (decided === "needs-input")
    note("skein: Nothing was written: no one can be asked here. Add --yes to agree, or --dry-run.");
  return { code: codeOf[agreement], isWritten: written !== undefined };
}

function endLines(end: End, written: WrittenImport | undefined): readonly string[] {
  if (end === "nothing-to-do") return ["Nothing to do."];
  if (end === "dry-run") return ["Nothing was written: this was --dry-run."];
  if (end === "cancelled") return ["Nothing was written."];
  if (!written) return [];
  return writtenLines(written);
}

function sessionLines(label: string, count: number): readonly string[] {
  if (count === 0) return [];
  const sessions = count === 1 ? "1 session" : `${count} sessions`;
  return [`${label} has ${sessions} here; \`skein session import\` takes them over.`];
}

function show(lines: readonly string[]): void {
  for (const line of lines) print(line);
}

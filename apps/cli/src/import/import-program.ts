import { counted } from "@skein/protocol";
import {
  applyImport,
  changesAnything,
  planImport,
  readProgram,
  type Area,
  type FoundProgram,
} from "@skein/imports";
import { planLines, writtenLines } from "@skein/terminal-chat/imports";
import { thisMachine } from "../machine.ts";
import { print, printJson } from "../print.ts";
import { knownProviders } from "../providers.ts";
import { agree, codeOf, sayWhyNot, type AskedFor } from "../wording/agree.ts";
import { withRemedy } from "../wording/plan-reason.ts";

export interface ImportOptions extends Omit<AskedFor, "question"> {
  readonly only: readonly Area[];
  readonly overwrite: boolean;
  readonly file?: string | undefined;
}

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
  const { only, overwrite, file, asJson } = options;
  const machine = thisMachine();
  const plan = await planImport(machine, found, { only, overwrite, file });
  const { broken } = plan;
  const said = plan.items.map(withRemedy);
  if (!asJson) [`From ${label}, ${folder}`, ...planLines({ items: said, broken }), ""].forEach(print);

  const isNeeded = changesAnything(plan);
  const agreement = isNeeded ? await agree({ question: "Write this?", ...options }) : "done";
  const isAgreed = isNeeded && agreement === "done";
  const written = isAgreed ? await applyImport(machine, plan, new Date()) : undefined;
  if (asJson) {
    const outcome = agreement === "done" ? (isNeeded ? "written" : "nothing-to-do") : agreement;
    printJson({ program: id, folder, outcome, plan: said, broken, ...written, sessions });
  } else {
    if (written) writtenLines(written).forEach(print);
    else if (!isNeeded) print("Nothing to do.");
    if (sessions > 0)
      print(`${label} has ${counted(sessions, "session")} here; \`skein session import\` takes them over.`);
  }
  sayWhyNot(agreement, asJson);
  return { code: codeOf[agreement], isWritten: written !== undefined };
}

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
import { cleanText, jsonText } from "@skein/terminal";
import { knownProviders } from "../providers.ts";
import { withRemedy } from "../wording/plan-reason.ts";
import { planLines } from "@skein/terminal-views/imports";
import { agree, codeOf, type Agreement } from "../wording/agree.ts";

export interface ImportOptions {
  readonly id: string;
  /** The program's folder, when it is not where the program itself would look. Absolute. */
  readonly from: string | undefined;
  readonly only: readonly Area[];
  readonly overwrite: boolean;
  readonly isDryRun: boolean;
  /** No one needs to be asked. */
  readonly isAgreed: boolean;
  readonly asJson: boolean;
}

type End = "written" | "nothing-to-do" | Exclude<Agreement, "done">;

/** Shows what would change, asks, writes. @returns the exit code. Throws `ConfigError`. */
export async function importProgram(options: ImportOptions): Promise<number> {
  const { id, from, only, overwrite, asJson } = options;
  const machine = thisMachine();
  const program = await readProgram(machine, id, { cwd: process.cwd(), providers: knownProviders, from });
  const { label, folder, found, sessions } = program;
  const plan = await planImport(machine, found, { only, overwrite });
  const said = plan.items.map(withRemedy);
  if (!asJson) show([`From ${label}, ${folder}`, ...planLines({ items: said, broken: plan.broken }), ""]);

  const isNeeded = changesAnything(plan);
  const agreement = isNeeded ? await agree({ question: "Write this?", ...options }) : "done";
  const decided = agreement !== "done" ? agreement : isNeeded ? "written" : "nothing-to-do";
  const written = decided === "written" ? await applyImport(machine, plan, new Date()) : undefined;
  if (asJson) {
    const { broken } = plan;
    const result = { program: id, folder, outcome: decided, plan: said, broken, ...written, sessions };
    process.stdout.write(`${jsonText(result, 2)}\n`);
  } else {
    show([...endLines(decided, written), ...sessionLines(program)]);
  }
  if (decided === "needs-input") {
    process.stderr.write(
      "skein: Nothing was written: no one can be asked here. Add --yes to agree, or --dry-run.\n",
    );
  }
  return codeOf[agreement];
}

function endLines(end: End, written: WrittenImport | undefined): readonly string[] {
  if (end === "nothing-to-do") return ["Nothing to do."];
  if (end === "dry-run") return ["Nothing was written: this was --dry-run."];
  if (end === "cancelled") return ["Nothing was written."];
  if (!written) return [];
  return [
    ...written.files.map(({ path, backup }) =>
      backup === undefined ? `Written: ${path}` : `Written: ${path}; before: ${backup}`,
    ),
    ...written.secrets.map(({ name, place }) =>
      place.kind === "keyring"
        ? `${name} is in the system's keyring.`
        : `${name} is in a file that only you can read, because no keyring can be used: ${place.path}`,
    ),
  ];
}

function sessionLines({ label, sessions: count }: FoundProgram): readonly string[] {
  if (count === 0) return [];
  const sessions = count === 1 ? "1 session" : `${count} sessions`;
  return [`${label} has ${sessions} here; \`skein session import\` takes them over.`];
}

function show(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${cleanText(line)}\n`);
}

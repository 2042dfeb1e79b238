import { jsonText } from "../output/json-text.ts";
import { statSync } from "node:fs";
import { ConfigError, exitCodes } from "@skein/protocol";
import { cleanText } from "../terminal/clean-text.ts";
import { createCollector, type Area } from "./findings.ts";
import { planLines } from "./plan-lines.ts";
import { changesAnything, makePlan, type Plan } from "./plan.ts";
import { isThere, type Program } from "./programs.ts";
import { countSessions } from "./sessions.ts";
import { skeinNow } from "./skein-now.ts";
import { writePlan, type Written } from "./write-plan.ts";

export interface ImportOptions {
  readonly id: string;
  readonly program: Program;
  readonly home: string;
  /** The program's folder, when it is not where the program itself would look. Absolute. */
  readonly from: string | undefined;
  readonly only: readonly Area[];
  readonly overwrite: boolean;
  readonly isDryRun: boolean;
  /** Nobody needs to be asked. */
  readonly isAgreed: boolean;
  readonly asJson: boolean;
}

type End = "written" | "nothing-to-do" | "dry-run" | "needs-input" | "cancelled";

const codes: Record<End, number> = {
  written: exitCodes.done,
  "nothing-to-do": exitCodes.done,
  "dry-run": exitCodes.done,
  "needs-input": exitCodes["needs-input"],
  cancelled: exitCodes.cancelled,
};

/** Shows what would change, asks, writes. @returns the exit code. Throws `ConfigError`. */
export async function importProgram(options: ImportOptions): Promise<number> {
  const { id, program, home, from, only, overwrite, asJson } = options;
  const usual = program.folders(process.env, home);
  const folder = from ?? usual.folder;
  requireFolder(program, folder, from !== undefined);
  const collector = createCollector();
  const where = { folder, data: from ?? usual.data, cwd: process.cwd(), isDefault: from === undefined };
  await program.read(where, collector);
  const now = await skeinNow();
  const plan = await makePlan(collector.found, now, { only, overwrite });
  const sessions = await countSessions(program, where.data);
  if (!asJson) show([`From ${program.label}, ${folder}`, ...planLines(plan), ""]);

  const decided = await decide(options, plan);
  const written = decided === "written" ? await writePlan(plan, now, new Date()) : undefined;
  if (asJson) {
    const { items, broken } = plan;
    const result = { program: id, folder, outcome: decided, plan: items, broken, ...written, sessions };
    process.stdout.write(`${jsonText(result, 2)}\n`);
  } else {
    show([...endLines(decided, written), ...sessionLines(program, sessions)]);
  }
  if (decided === "needs-input") {
    process.stderr.write(
      "skein: Nothing was written: nobody can be asked here. Add --yes to agree, or --dry-run.\n",
    );
  }
  return codes[decided];
}

function requireFolder(program: Program, folder: string, isNamed: boolean): void {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (isThere(program, folder) || (isFolder && isNamed)) return;
  throw new ConfigError("unreadable", `There is nothing of ${program.label} in ${folder}.`, {
    hint: isNamed ? "Name the folder that holds its settings." : "Name its folder with --from DIR.",
  });
}

async function decide({ isDryRun, isAgreed, asJson }: ImportOptions, plan: Plan): Promise<End> {
  if (!changesAnything(plan)) return "nothing-to-do";
  if (isDryRun) return "dry-run";
  if (isAgreed) return "written";
  if (asJson || !process.stdin.isTTY || !process.stderr.isTTY) return "needs-input";
  const { terminalPrompts } = await import("../configure/terminal-prompts.ts");
  const answer = await terminalPrompts().select("Write this?", [
    { value: "no", label: "No", hint: "nothing is changed" },
    { value: "yes", label: "Yes" },
  ]);
  return answer === "yes" ? "written" : "cancelled";
}

function endLines(end: End, written: Written | undefined): readonly string[] {
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

function sessionLines({ label }: Program, count: number): readonly string[] {
  if (count === 0) return [];
  const sessions = count === 1 ? "1 session" : `${count} sessions`;
  return [`${label} has ${sessions} here; \`skein session import\` takes them over.`];
}

function show(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${cleanText(line)}\n`);
}

import { fileURLToPath } from "node:url";
import { lineAt } from "../../structure/source.ts";
import type { PackedPackage } from "./packed-package.ts";
import type { PackageProblem } from "./problem.ts";
import { programFile } from "./projects.ts";
import type { Project } from "./projects.ts";
import { readmeNeeds } from "./readme-needs.ts";
import { missingInstalls, readReadme } from "./readme.ts";
import { runStranger } from "./run-stranger.ts";

export interface ReadmeResult {
  /** Programs that ran to their end. */
  readonly ran: number;
  /** What the others said that they need. */
  readonly needs: readonly string[];
  readonly problems: readonly PackageProblem[];
}

const reporter = fileURLToPath(new URL("report-uncaught.mjs", import.meta.url));

/** What `report-uncaught.mjs` prints. */
interface Uncaught {
  readonly name: string;
  readonly message: string;
  readonly hint?: string;
  readonly isOurs: boolean;
  readonly stack: string;
}

/** Runs every program of a README with what its install command brings. */
export async function runReadme(
  checked: PackedPackage,
  { folder, dependencies }: Project,
  needs: Readonly<Record<string, string>> = readmeNeeds,
): Promise<ReadmeResult> {
  const { programs, installLine } = readReadme(checked);
  const need = needs[checked.name];
  const problem = (line: number, what: string, fix: string): PackageProblem => ({
    package: checked.name,
    columns: ["README"],
    file: "README.md",
    line,
    what,
    fix,
  });
  const problems: PackageProblem[] = [];
  const named: string[] = [];
  let ran = 0;
  for (const [index, { code, line }] of programs.entries()) {
    const missing = missingInstalls(code, dependencies);
    for (const imported of missing) {
      const what = `the program imports ${imported.name}, which the README does not say to install`;
      const fix = `add ${imported.name} to the install command in line ${installLine}`;
      problems.push(problem(line + imported.line - 1, what, fix));
    }
    if (missing.length > 0) continue;
    const { ok, output } = await runStranger(folder, "--import", reporter, programFile(index));
    if (ok) {
      ran += 1;
      continue;
    }
    const uncaught = parseUncaught(output);
    const isClear = uncaught?.isOurs === true && need !== undefined && describe(uncaught).includes(need);
    if (isClear) named.push(need);
    else if (uncaught === undefined) {
      problems.push(problem(line, `the program fails: ${lastLines(output)}`, "make the program run"));
    } else {
      const place = new RegExp(`/${programFile(index)}:(\\d+)`).exec(uncaught.stack)?.[1];
      const what = `the program ends with ${uncaught.name}: ${describe(uncaught)}`;
      const fix =
        need === undefined
          ? "make the program run, or add what it needs to tools/packages/installed/readme-needs.ts"
          : `end with an error of ours that names ${need}`;
      problems.push(problem(line - 1 + Number(place ?? 1), what, fix));
    }
  }
  if (need !== undefined && ran > 0 && /_KEY|_BEDROCK/.test(need)) {
    const file = checked.files.get("README.md")?.toString() ?? "";
    const line = lineAt(file, Math.max(0, file.indexOf(need)));
    problems.push(problem(line, `the program runs without ${need}`, "remove its row from readme-needs.ts"));
  }
  return { ran, needs: named, problems };
}

function describe({ message, hint }: Uncaught): string {
  return hint === undefined ? message : `${message} ${hint}`;
}

function parseUncaught(output: string): Uncaught | undefined {
  const json = /^UNCAUGHT (.*)$/m.exec(output)?.[1];
  return json === undefined ? undefined : (JSON.parse(json) as Uncaught);
}

function lastLines(output: string): string {
  return output.trim().split("\n").slice(-5).join("\n");
}

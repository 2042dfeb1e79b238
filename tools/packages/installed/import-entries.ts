import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { lineAt } from "../../structure/source.ts";
import { codeEntries } from "./packed-package.ts";
import type { Entry, PackedPackage } from "./packed-package.ts";
import type { PackageProblem } from "./problem.ts";
import type { Project } from "./projects.ts";
import { runStranger } from "./run-stranger.ts";

/** Imports each entry, and says which it could not. It ends when no entry keeps the process running. */
const program = `
for (const specifier of process.argv.slice(2)) {
  try {
    await import(specifier);
  } catch (error) {
    console.log("FAILED " + JSON.stringify({ specifier, text: String(error?.message ?? error), stack: String(error?.stack) }));
  }
}
`;

interface Failure {
  readonly specifier: string;
  readonly text: string;
  readonly stack: string;
}

/** Imports every entry of a package from a project that has only the package and what its manifest declares. */
export async function importEntries(
  checked: PackedPackage,
  { folder }: Project,
): Promise<readonly PackageProblem[]> {
  const entries = codeEntries(checked);
  if (entries.length === 0) return [];
  writeFileSync(join(folder, "import-entries.mjs"), program);
  const { ok, output } = await runStranger(
    folder,
    "import-entries.mjs",
    ...entries.map(({ specifier }) => specifier),
  );
  const failures = [...output.matchAll(/^FAILED (.*)$/gm)].map(
    ([, json = ""]) => JSON.parse(json) as Failure,
  );
  if (ok || failures.length > 0) return failures.map((failure) => toProblem(checked, entries, failure));
  const file = entries[0]?.file ?? "";
  const what = `the process that imports the entries does not end well: ${output.trim()}`;
  return [{ package: checked.name, columns: ["entries"], file, line: 1, what, fix: "do no work at import" }];
}

function toProblem(
  checked: PackedPackage,
  entries: readonly Entry[],
  { specifier, text, stack }: Failure,
): PackageProblem {
  const missing = /Cannot find (?:package|module) '([^']+)'/.exec(text)?.[1];
  const entry = entries.find((other) => other.specifier === specifier)?.file ?? "package.json";
  return {
    package: checked.name,
    columns: ["entries"],
    ...(locate(checked, stack, missing) ?? { file: entry, line: 1 }),
    what: `${specifier} cannot be imported: ${text.split("\n", 1)[0]}`,
    fix:
      missing === undefined
        ? "make the module load in an empty project"
        : `add ${missing} to the dependencies`,
  };
}

/** The first place of the stack, or of the import that failed, in the package itself. */
function locate({ name, files }: PackedPackage, stack: string, missing: string | undefined) {
  const [, file = "", line] =
    new RegExp(`node_modules/${name}/([^:\\s'")]+)(?::(\\d+))?`).exec(stack.replaceAll("\\", "/")) ?? [];
  const text = files.get(file)?.toString();
  if (text === undefined) return undefined;
  if (line !== undefined) return { file, line: Number(line) };
  return { file, line: missing === undefined ? 1 : lineAt(text, Math.max(0, text.indexOf(`"${missing}`))) };
}

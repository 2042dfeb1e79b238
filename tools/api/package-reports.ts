import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { publishedMembers } from "../packages/published.ts";
import { entriesOf } from "../structure/exported-names.ts";
import { readTypes, type TypesFile } from "./declared.ts";
import { apiReport } from "./report.ts";

export interface PackageReport {
  /** Relative to the root of the repository. */
  readonly file: string;
  readonly text: string;
}

/** The reports of all published packages, from the types that the compiler has written to `dist`. */
export function packageReports(root: string): readonly PackageReport[] {
  const known = new Map<string, TypesFile | undefined>();
  const typesOf = (file: string): TypesFile | undefined => {
    if (!known.has(file)) known.set(file, readFile(root, file));
    return known.get(file);
  };
  return publishedMembers(root)
    .filter(({ kind }) => kind === "packages")
    .map((member) => {
      const entries = entriesOf(member).map(({ entry, file }) => ({
        entry,
        file: file.replace("/src/", "/dist/").replace(/\.tsx?$/, ".d.ts"),
      }));
      const missing = entries.find(({ file }) => !existsSync(join(root, file)));
      if (missing)
        throw new Error(`${missing.file} is missing: the types of ${missing.entry} were not written.`);
      return { file: `${member.folder}/api.txt`, text: apiReport(entries, typesOf) };
    });
}

function readFile(root: string, file: string): TypesFile | undefined {
  const path = join(root, file);
  return existsSync(path) ? readTypes(file, readFileSync(path, "utf8")) : undefined;
}

/** Sentences about reports that are not those in the repository. */
export function reportProblems(root: string, reports: readonly PackageReport[]): readonly string[] {
  return reports.flatMap(({ file, text }) => {
    const path = join(root, file);
    const stored = existsSync(path) ? readFileSync(path, "utf8") : "";
    if (stored === text) return [];
    const [gone, added] = [linesWithout(stored, text), linesWithout(text, stored)];
    return [
      [
        `${file} is not what the package exports. If the change is intended, run: npm run x -- api`,
        ...gone.slice(0, mostShown).map((line) => `  - ${line}`),
        ...added.slice(0, mostShown).map((line) => `  + ${line}`),
      ].join("\n"),
    ];
  });
}

/** Lines of each side that a problem shows. */
const mostShown = 10;

function linesWithout(text: string, other: string): readonly string[] {
  const known = new Set(other.split("\n"));
  return text.split("\n").filter((line) => !known.has(line));
}

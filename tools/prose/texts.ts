import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { readSource } from "../structure/source.ts";

/** What people read in a file: of a program its comments and strings, of a page all of it. Positions are the file's. */
export interface Text {
  /** Relative to the root of the repository, with slashes. */
  readonly path: string;
  readonly prose: string;
}

const folders = ["packages", "apps", "examples", "docs", "tools", "bench", "scripts", ".changeset"];
const skipped = new Set(["node_modules", "dist", "fixtures", "__snapshots__"]);

/** All texts of the repository: those of its folders and the pages in its root. */
export function readTexts(root: string): readonly Text[] {
  const pages = entriesOf(root, ".").filter((entry) => entry.isFile());
  return [
    ...folders.flatMap((folder) => textsUnder(root, folder)),
    ...pages.flatMap(({ name }) => readProse(root, name)),
  ];
}

function textsUnder(root: string, folder: string): Text[] {
  return entriesOf(root, folder).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : textsUnder(root, path);
    return readProse(root, path);
  });
}

/** Changelogs say what was said when it happened, and are not rewritten. */
function readProse(root: string, path: string): Text[] {
  const isPage = path.endsWith(".md") && !path.endsWith("CHANGELOG.md");
  if (!isPage && !/\.(ts|mjs)$/.test(path)) return [];
  const text = readFileSync(join(root, path), "utf8");
  return [{ path, prose: isPage ? text : proseOf(text) }];
}

/** Comments, strings and templates; code and regular expressions become spaces. */
function proseOf(text: string): string {
  const { code, literals } = readSource(text);
  const prose = text.split("").map((char, at) => (char === "\n" || char !== code[at] ? char : " "));
  for (const { kind, start, end } of literals) if (kind === "regex") prose.fill(" ", start, end);
  return prose.join("");
}

function entriesOf(root: string, folder: string) {
  const path = join(root, folder);
  return existsSync(path) ? readdirSync(path, { withFileTypes: true }) : [];
}

import { readFileSync, statSync, type Dirent } from "node:fs";
import { basename, dirname, join } from "node:path";
import ignore, { type Ignore, type TestResult } from "ignore";
import { hashOf } from "./hash.ts";

/** Longer files of rules are cut: nobody writes them by hand. */
const maxRuleBytes = 1024 * 1024;
/** Git's own default where file systems do not tell cases apart. */
const ignorecase = process.platform === "win32" || process.platform === "darwin";

/** The rules in effect in one folder: its own, then those of the folders above it. Paths are relative to the root. */
export interface Rules {
  /** Two folders with the same key at the same path ignore the same. */
  readonly key: string;
  /** Whether something in that folder is left alone. The folder itself is taken to be not. */
  ignores(path: string, isFolder: boolean): boolean;
  /** The rules in a folder of that folder; `text` is what it adds. */
  enter(path: string, text: string | undefined): Rules;
}

/** Rules from above the root: `prefix` is the way from where they hold down to the root. */
export interface OuterRules {
  readonly prefix: string;
  readonly text: string;
}

/** Nothing is ignored, whatever stands in the folders. */
export const noRules: Rules = { key: "", ignores: () => false, enter: () => noRules };

interface Link {
  readonly text: string;
  readonly matcher: Ignore;
  /** What stands before a path of the root when it is seen from where the rules hold. */
  readonly prefix: string;
  /** How many characters of a path of the root lead to where the rules hold. */
  readonly skip: number;
}

/**
 * The rules around the root; what it adds itself comes with `enter("", text)`.
 *
 * @param include - patterns, written as in a `.gitignore`, of what is ignored and taken all the same.
 */
export function rootRules(outer: readonly OuterRules[], include: readonly string[]): Rules {
  const links = outer.map(({ prefix, text }) => ({
    text,
    matcher: matcherOf(text),
    prefix: `${prefix}/`,
    skip: 0,
  }));
  return chain(links.toReversed(), hashOf(JSON.stringify([outer, include])), included(include));
}

interface Included {
  has(path: string, isFolder: boolean): boolean;
  /** Whether something in an ignored folder may be included. */
  reaches(folder: string): boolean;
}

function included(patterns: readonly string[]): Included | undefined {
  if (patterns.length === 0) return undefined;
  const matcher = matcherOf(patterns.join("\n"));
  const paths = patterns.map((pattern) => pattern.replace(/^\//, ""));
  return {
    has: (path, isFolder) => matcher.test(isFolder ? `${path}/` : path).ignored,
    reaches: (folder) => paths.some((path) => path.startsWith(`${folder}/`)),
  };
}

function chain(links: readonly Link[], key: string, include: Included | undefined): Rules {
  const isIgnored = (path: string, isFolder: boolean): boolean => {
    for (const link of links) {
      const result = resultOf(link, `${link.prefix}${path.slice(link.skip)}`, isFolder);
      if (result.ignored || result.unignored) return result.ignored;
    }
    return false;
  };
  return {
    key,
    ignores: (path, isFolder) => isIgnored(path, isFolder) && !isTaken(include, path, isFolder),
    enter(path, text) {
      if (include && path !== "" && isIgnored(path, true)) return onlyIncluded(include, key);
      if (text === undefined) return this;
      const link = { text, matcher: matcherOf(text), prefix: "", skip: path === "" ? 0 : path.length + 1 };
      return chain([link, ...links], hashOf(`${key}\0${text}`), include);
    },
  };
}

function isTaken(include: Included | undefined, path: string, isFolder: boolean): boolean {
  return include !== undefined && (include.has(path, isFolder) || (isFolder && include.reaches(path)));
}

/** In a folder that is ignored, and entered for what is included of it. */
function onlyIncluded(include: Included, above: string): Rules {
  const rules: Rules = {
    key: `${above}+`,
    ignores: (path, isFolder) => !isTaken(include, path, isFolder),
    enter: () => rules,
  };
  return rules;
}

/**
 * What the rules of one place say of a path, its folder taken to be not ignored: whoever asks is in that folder, so rules
 * nearer to it may have taken it back in. The matcher looks at all folders on the way as well, and gives a folder's own
 * result for what lies in it; then the path is asked about once more, with the way taken back in.
 */
function resultOf({ matcher, text }: Link, seen: string, isFolder: boolean): TestResult {
  const path = isFolder ? `${seen}/` : seen;
  const result = matcher.test(path);
  const folder = dirname(seen);
  if (!result.ignored || folder === "." || matcher.test(`${folder}/`) !== result) return result;
  const way = folder.split("/").map((_, index, names) => names.slice(0, index + 1).join("/"));
  return matcherOf(text)
    .add(way.map((one) => `!/${one.replace(/[\\*?[\]]/g, "\\$&")}/`))
    .test(path);
}

function matcherOf(text: string): Ignore {
  return ignore({ ignorecase, allowRelativePaths: true }).add(text);
}

/** A folder's own rules: `info/exclude` of a repository that begins there, then its `.gitignore`, which wins. */
export function ownRules(folder: string, listing: readonly Dirent[]): string | undefined {
  let [hasIgnoreFile, isRepository] = [false, false];
  for (const entry of listing) {
    if (entry.name === ".gitignore") hasIgnoreFile = entry.isFile();
    else if (entry.name === ".git") isRepository = entry.isDirectory();
  }
  const text = [
    isRepository ? readRules(join(folder, ".git", "info", "exclude")) : "",
    hasIgnoreFile ? readRules(join(folder, ".gitignore")) : "",
  ].join("");
  return text === "" ? undefined : text;
}

/** The rules that hold in `root` and are written above it, when it lies within a repository. */
export function outerRules(root: string): readonly OuterRules[] {
  const found: OuterRules[] = [];
  if (isThere(join(root, ".git"))) return [];
  let [folder, prefix] = [root, ""];
  while (dirname(folder) !== folder) {
    prefix = prefix === "" ? basename(folder) : `${basename(folder)}/${prefix}`;
    folder = dirname(folder);
    const isTop = isThere(join(folder, ".git"));
    const text = [
      isTop ? readRules(join(folder, ".git", "info", "exclude")) : "",
      readRules(join(folder, ".gitignore")),
    ].join("");
    if (text !== "") found.unshift({ prefix, text });
    if (isTop) return found;
  }
  return []; // no repository: what is written in folders above is none of ours
}

/** The rules of a file, each on its line; comments and empty lines fall away. Empty when it cannot be read. */
function readRules(path: string): string {
  try {
    if (!statSync(path).isFile()) return "";
    const text = readFileSync(path).subarray(0, maxRuleBytes).toString();
    const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
    return lines.map((line) => (line === "" || line.startsWith("#") ? "" : `${line}\n`)).join("");
  } catch {
    return "";
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

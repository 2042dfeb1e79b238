import { readFileSync, statSync, type Dirent } from "node:fs";
import { basename, dirname, join } from "node:path";
import ignore, { type Ignore, type TestResult } from "ignore";
import { hashOf } from "../store/hash.ts";

/** Longer rule files are clipped: they are not written by hand. */
const maxRuleBytes = 1024 * 1024;
/** Git's own default where file systems ignore case. */
const ignorecase = process.platform === "win32" || process.platform === "darwin";

/**
 * The ignore rules in effect in one folder: its own and those of the folders above it. Paths are relative to the
 * root.
 */
export interface Rules {
  /** Two folders with the same key at the same path ignore the same. */
  readonly key: string;
  /** Whether something in that folder is ignored. The folder itself is assumed not to be. */
  ignores(path: string, isFolder: boolean): boolean;
  /** The rules in a subfolder; `text` is what it adds. */
  enter(path: string, text: string | undefined): Rules;
}

/** Rules from above the root: `prefix` is the path from their folder to the root. */
export interface OuterRules {
  readonly prefix: string;
  readonly text: string;
}

/** Ignores nothing, whatever rules the folders contain. */
export const noRules: Rules = { key: "", ignores: () => false, enter: () => noRules };

interface Link {
  readonly text: string;
  readonly matcher: Ignore;
  /** The prefix of a path of the root as seen from the folder of the rules. */
  readonly prefix: string;
  /** Characters of a path of the root that lead to the folder of the rules. */
  readonly skip: number;
}

/**
 * The rules around the root; its own are added with `enter("", text)`.
 *
 * @param include - patterns, written as in a `.gitignore`, of ignored files to capture anyway.
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

/** In an ignored folder that is entered for what is included of it. */
function onlyIncluded(include: Included, above: string): Rules {
  const rules: Rules = {
    key: `${above}+`,
    ignores: (path, isFolder) => !isTaken(include, path, isFolder),
    enter: () => rules,
  };
  return rules;
}

/**
 * Applies one rule file to a path whose folder is not ignored, possibly because nearer rules un-ignored it. The
 * matcher also checks all parent folders, and returns a folder's result for everything in it; the path is then
 * checked again with its parents un-ignored.
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

/** The rules for `root` that are written above it, within its repository. */
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
  return []; // no repository: rules in parent folders do not apply
}

/** Splits a rule file into lines, without comments and empty lines. Empty when it cannot be read. */
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

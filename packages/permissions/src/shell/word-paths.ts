import { listFolder } from "@skein/platform/folders";
import { homeFolder } from "@skein/platform/user";
import type { Word } from "../shell-analysis/index.ts";
import { fitsWildcard } from "../wildcard.ts";

/** Names that a pattern is looked up as; with more it may be any path. */
const mostNames = 500;

/**
 * The files that a word names when a command runs in a folder, as they are written. Patterns stand for the files there are
 * now, and for themselves.
 *
 * @returns `undefined` when that is known only once the command runs.
 */
export function wordPaths(word: Word, folder: string): readonly string[] | undefined {
  if (word.values === undefined) return namesOf(word, folder);
  const names = word.values.map((value) => namesOf(value, folder));
  return names.every((found) => found !== undefined) ? names.flat() : undefined;
}

function namesOf(word: Word, folder: string): readonly string[] | undefined {
  const { text, source, expansions, splits = false } = word;
  if (/^[<>]\(/.test(source)) return []; // the shell's own pipe
  if (expansions.some((one) => one !== "glob" && one !== "tilde" && one !== "brace")) return undefined;
  if (expansions.includes("tilde") && !/^~(?:\/|$)/.test(source)) return undefined;
  // Quotes are gone from the text, so braces may be meant as they stand.
  const isBraced = expansions.includes("brace");
  const names = isBraced ? (source === text ? alternatives(text) : undefined) : [text];
  if (!names || !expansions.includes("glob")) return names;
  const found = names.flatMap((name) => [name, ...filesLike(withHome(name), folder)]);
  // A name that begins with a dash is an option, and without quotes one with spaces is several names.
  const isOdd = found.some(
    (name) => name.startsWith("-") || (splits && name !== text && /[\s*?[]/.test(name)),
  );
  return isOdd || found.length > mostNames ? undefined : found;
}

/** `a{b,c}` as `ab` and `ac`. `undefined` for ranges, and for braces inside each other. */
function alternatives(text: string): readonly string[] | undefined {
  const [, before = "", inner, after = ""] = /^([^{}]*)\{([^{}]*)\}(.*)$/s.exec(text) ?? [];
  if (inner === undefined) return /[{}]/.test(text) ? undefined : [text];
  const rest = alternatives(after);
  if (!inner.includes(",") || inner.includes("..") || !rest) return undefined;
  return inner.split(",").flatMap((one) => rest.map((end) => `${before}${one}${end}`));
}

const withHome = (path: string): string => (path.startsWith("~/") ? `${homeFolder()}${path.slice(1)}` : path);

/** What a set of brackets may be is not looked at: any character. `..` stays, since a name before it may be a link. */
function filesLike(text: string, folder: string): readonly string[] {
  const names = text.replaceAll(/\[[^\]]*\]/g, "?").split("/");
  let found = [text.startsWith("/") ? "/" : ""];
  for (const name of names.filter((one) => one !== "")) {
    const within = (base: string): string => (base === "" || base === "/" ? base : `${base}/`);
    found = found.flatMap((base) => {
      if (!/[*?]/.test(name)) return [`${within(base)}${name}`];
      return listFolder(base.startsWith("/") ? base : `${folder}/${base}`)
        .filter(
          (entry) =>
            (name.startsWith(".") || !entry.startsWith(".")) && fitsWildcard(name, entry, { hasOne: true }),
        )
        .map((entry) => `${within(base)}${entry}`);
    });
    if (found.length > mostNames) return found;
  }
  return found;
}

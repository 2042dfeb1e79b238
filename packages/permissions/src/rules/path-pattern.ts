import { resolve } from "node:path";
import { homeFolder } from "@skein/platform/user";
import type { Verdict } from "@skein/protocol";
import { foldedNames, namesIn, realPath } from "../paths/path-parts.ts";
import { fitsWildcard } from "../wildcard.ts";

/** Which files a rule is about: `src/**`, `~/.ssh/**`, `/etc/hosts`, `*.pem`. */
export interface PathPattern {
  readonly text: string;
  /** Where it starts; `anywhere` for a single name, which may be in any folder. */
  readonly from: "home" | "root" | "cwd" | "anywhere";
  /** `**` for any folders; in the others `*` is any text and `?` one character. */
  readonly names: readonly string[];
}

/** What is wrong with a pattern of paths, and what to write. */
export function pathPatternProblem(
  text: string,
): { readonly message: string; readonly fix: string } | undefined {
  if (text.trim() === "")
    return { message: "it names no path", fix: "Write a path: src/**, ~/notes/*.md or /etc/hosts." };
  if (/\p{Cc}/u.test(text))
    return { message: "its path has a control character", fix: "Remove it, or write ? in its place." };
  if (/[[\]{}]/.test(text))
    return {
      message: "[ ] and { } have no meaning in a path",
      fix: "Write one rule for each path, or ? for any one character.",
    };
  if (text.startsWith("!"))
    return { message: "a path cannot be negated", fix: "Write a rule that denies or asks instead." };
  const odd = text.split("/").find((name) => name.includes("**") && name !== "**");
  if (odd !== undefined)
    return {
      message: `** must be the whole name between two slashes, unlike in ${JSON.stringify(odd)}`,
      fix: "Write folder/**/*.ts, with ** alone.",
    };
  if (/^~[^/]/.test(text))
    return {
      message: "the home folders of other users cannot be named with ~",
      fix: "Write the whole path.",
    };
  return undefined;
}

export function pathPattern(text: string): PathPattern {
  const from = text === "~" || text.startsWith("~/") ? "home" : text.startsWith("/") ? "root" : undefined;
  const inner = from === "home" ? text.slice(1) : text;
  const names = namesIn(inner.replace(/^\.\//, "")).filter((name) => name !== ".");
  const isName = !inner.includes("/") && names[0] !== "**" && names[0] !== "..";
  return { text, from: from ?? (isName ? "anywhere" : "cwd"), names };
}

/**
 * Whether the pattern covers a file, given by every place it may be. A rule that allows covers it only when it covers all
 * of them, and as the pattern is written: letters in the same case, no more than the pattern shows, and a single name
 * only in the working folder. One that asks or denies covers it when it covers any, in either case, with all that is
 * below it.
 */
export function coversPath(
  pattern: PathPattern,
  places: readonly string[],
  {
    cwd,
    verdict,
    home = homeFolder(),
  }: { readonly cwd: string; readonly verdict: Verdict; readonly home?: string },
): boolean {
  const isAllowing = verdict === "allow";
  const split = isAllowing ? namesIn : foldedNames;
  const names = isAllowing ? pattern.names : pattern.names.map((name) => name.toLowerCase());
  const start = { home, root: "/", cwd, anywhere: isAllowing ? cwd : "/" }[pattern.from];
  const bases = [...new Set([start, realPath(start)])].map(split);
  const wanted = pattern.from === "anywhere" ? ["**", ...names] : names;
  const covers = (place: string): boolean => {
    const parts = split(place);
    return bases.some((base) => {
      const [inner, rest] = climbed(base, wanted);
      const isBelow = inner.every((name, at) => parts[at] === name);
      return isBelow && fitsNames(rest, parts.slice(inner.length), !isAllowing);
    });
  };
  return isAllowing ? places.every(covers) : places.some(covers);
}

/** One of the files that a pattern covers. Absolute. */
export function sampleOf({ from, names }: PathPattern, cwd: string, home: string = homeFolder()): string {
  const start = { home, root: "/", cwd, anywhere: cwd }[from];
  return resolve(start, ...names.map((name) => name.replaceAll(/\*+|\?/g, "x")));
}

/** `..` at the beginning goes up from where the pattern starts. */
function climbed(
  base: readonly string[],
  names: readonly string[],
): readonly [readonly string[], readonly string[]] {
  const ups = names.findIndex((name) => name !== "..");
  const count = ups === -1 ? names.length : ups;
  return [base.slice(0, Math.max(0, base.length - count)), names.slice(count)];
}

/** @param isOpen - whether more names may follow. */
function fitsNames(names: readonly string[], parts: readonly string[], isOpen: boolean): boolean {
  let reached = new Set([0]);
  for (const name of names) {
    const next = new Set<number>();
    if (name === "**") for (let at = Math.min(...reached); at <= parts.length; at++) next.add(at);
    else
      for (const at of reached)
        if (at < parts.length && fitsWildcard(name, parts[at]!, { hasOne: true })) next.add(at + 1);
    if (next.size === 0) return false;
    reached = next;
  }
  return isOpen || reached.has(parts.length);
}

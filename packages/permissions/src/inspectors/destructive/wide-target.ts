import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { homeFolder } from "@skein/platform/user";
import { reached, type ReachedPath } from "../../paths/reached-paths.ts";
import { isConfinedTo } from "../../paths/workspace.ts";
import type { Segment, Word } from "../../shell-analysis/index.ts";

/** Where a command runs. */
export interface CommandLocation {
  /** Absolute. */
  readonly cwd: string;
  readonly folders: Segment["folders"];
}

/**
 * Why it would be wide to change all that is below what a word names, as a clause: it holds the working folder, lies
 * outside of it, is the repository's history, or is known only when the command runs. Folders for temporary files are free,
 * but for a home folder in one, and what lies beside a working folder in one.
 */
export function wideTarget(word: Word, { cwd, folders }: CommandLocation): string | undefined {
  if (word.expansions.some((one) => !["glob", "tilde", "brace"].includes(one)) || /^~[^/]/.test(word.text))
    return `${word.source || "its input"}, which is known only when it runs`;
  for (const path of alternatives(word.text).map(withoutWildcards))
    for (const chain of folders) {
      const isAbsolute = /^[/~]/.test(path);
      const base = isAbsolute ? cwd : chain.reduce<string | undefined>(enter, cwd);
      if (base === undefined) return `${word.source} in a folder that is known only when it runs`;
      const target = reached(path, "writes", base);
      const why = whyWide(target, cwd);
      if (why !== undefined) return `${target.places[0] ?? path}, ${why}`;
    }
  return undefined;
}

function whyWide(target: ReachedPath, cwd: string): string | undefined {
  const { places } = target;
  const working = reached(cwd, "writes", cwd);
  if (places.some((place) => isConfinedTo(working, place)))
    return places[0] === cwd ? "the working folder" : "which holds the working folder";
  if (places.some((place) => /\/\.git(?:\/|$)/.test(place))) return "the history of a repository";
  const isTemporary =
    !isConfinedTo(target, homeFolder()) &&
    temporaryFolders().some(
      (folder) => isConfinedTo(target, folder) && !places.includes(folder) && !isConfinedTo(working, folder),
    );
  return isTemporary || isConfinedTo(target, cwd) ? undefined : "outside the working folder";
}

const temporaryFolders = (): readonly string[] => [...new Set([tmpdir(), "/tmp", "/var/tmp"])];

function enter(folder: string | undefined, operand: Word): string | undefined {
  const isKnown = operand.expansions.every((one) => one === "tilde") && !/^~[^/]/.test(operand.text);
  return folder !== undefined && isKnown && operand.text !== "-"
    ? reached(operand.text, "reads", folder).places[0]
    : undefined;
}

/** `a{b,c}` is `ab` and `ac`. */
function alternatives(text: string): readonly string[] {
  const [whole, before = "", inner = "", after = ""] = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(text) ?? [];
  if (whole === undefined) return [text];
  return inner.split(",").flatMap((one) => alternatives(`${before}${one}${after}`));
}

/** Everything in a folder is the folder; `build/*.o` is something in `build`. */
function withoutWildcards(path: string): string {
  const names = path.split("/");
  const at = names.findIndex((name) => /[*?[]/.test(name));
  if (at < 0) return path;
  const isAll = !/[A-Za-z0-9]/.test(names[at]!.replaceAll(/\[[^\]]*\]/g, ""));
  const folder = names.slice(0, at).join("/") || (path.startsWith("/") ? "/" : ".");
  return isAll ? folder : dirname(`${folder}/x`) === folder ? `${folder}/x` : `${folder}x`;
}

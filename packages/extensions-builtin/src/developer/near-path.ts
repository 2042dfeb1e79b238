import { lstatSync } from "node:fs";
import { basename, dirname, join, parse, sep } from "node:path";
import { listFolder } from "@skein/platform/folders";
import { escapeCharacter, escapeName } from "@skein/protocol";

/** A path of which some names were written in another way than their folders have them. */
export interface NearPath {
  readonly path: string;
  /** The first of these names as the folder has it; `undefined`: all are as they were written. */
  readonly name: string | undefined;
}

/**
 * Finds the file that a path means: where a name is not there, the only one of its folder that differs in its kind of spaces
 * or in the form of its accents (NFC, NFD), or that an escape such as `\xa0` shows. Names from the first one without such
 * a counterpart on are those of the path.
 *
 * @param path - absolute.
 */
export function findNearPath(path: string): NearPath {
  if (isThere(path)) return { path, name: undefined };
  const { root } = parse(path);
  const names = path.slice(root.length).split(sep);
  let found = root;
  let near: string | undefined;
  for (const [index, name] of names.entries()) {
    const other = isThere(join(found, name)) ? name : nearName(found, name);
    if (other === undefined) {
      return { path: near === undefined ? path : join(found, ...names.slice(index)), name: near };
    }
    if (other !== name) near ??= other;
    found = join(found, other);
  }
  return { path: found, name: near };
}

/** Names of the folder of a path that look like its own. */
export function lookalikes(path: string): readonly string[] {
  const wanted = folded(basename(path));
  return listFolder(dirname(path)).filter((name) => folded(name) === wanted);
}

/** A name with its unusual spaces as escapes, which a path may have too. */
export function nameWithSpaces(name: string): string {
  return escapeName(name).replaceAll(/(?! )\p{Zs}/gu, escapeCharacter);
}

/** The end of a result for a file whose name was written in another way; empty for any other one. */
export function nearPathNote({ name }: NearPath): string {
  return name === undefined ? "" : `; the only name like it is ${nameWithSpaces(name)}, which was used`;
}

function nearName(folder: string, name: string): string | undefined {
  const names = listFolder(folder);
  const plain = unescaped(name);
  if (names.includes(plain)) return plain;
  const wanted = folded(name);
  const like = names.filter((each) => folded(each) === wanted);
  return like.length === 1 ? like[0] : undefined;
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function folded(name: string): string {
  return unescaped(name)
    .normalize("NFC")
    .replaceAll(/\p{Zs}/gu, " ");
}

/** Characters in place of their escapes, as `escapeName` writes them. */
function unescaped(name: string): string {
  return name.replaceAll(
    /\\x([0-9a-f]{2})|\\u\{([0-9a-f]{2,6})\}/g,
    (escape, byte?: string, code?: string) => {
      const point = Number.parseInt(byte ?? code ?? "", 16);
      return point > 0x1f && point <= 0x10ffff ? String.fromCodePoint(point) : escape;
    },
  );
}

import { isGitFolder, type EntryType, type TreeEntry } from "../entries.ts";

/** A folder: its entries, and the hash of the ignore rules that begin there. */
export interface Tree {
  readonly rules: string | undefined;
  /** By name, in the order of UTF-16 code units. */
  readonly entries: readonly TreeEntry[];
}

const heading = "skein-tree-1";
const letters: Readonly<Record<EntryType, string>> = { file: "f", folder: "d", link: "l" };
const types: Readonly<Record<string, EntryType>> = { f: "file", d: "folder", l: "link" };
const line = /^([fdl]) ([0-7]{1,4}) ([0-9a-f]{64}) ([^/]+)$/s;

/** Deterministic. Names end in NUL, which no name can contain. */
export function treeBytes({ rules, entries }: Tree): Buffer {
  let text = `${heading} ${rules ?? "-"}\0`;
  for (const { type, mode, hash, name } of entries) {
    text += `${letters[type]} ${mode.toString(8)} ${hash} ${name}\0`;
  }
  return Buffer.from(text);
}

/** @returns `undefined` for bytes that are not a tree, or that contain a name that could lead out of its folder. */
export function parseTree(bytes: Uint8Array): Tree | undefined {
  const [first = "", ...lines] = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString()
    .split("\0");
  const [word, rules] = first.split(" ");
  if (word !== heading || rules === undefined || lines.pop() !== "") return undefined;
  const entries: TreeEntry[] = [];
  for (const text of lines) {
    const [, letter = "", mode = "", hash = "", name = ""] = line.exec(text) ?? [];
    const type = types[letter];
    if (type === undefined || name === "." || name === ".." || isGitFolder(name)) return undefined;
    entries.push({ type, mode: Number.parseInt(mode, 8), hash, name });
  }
  return { rules: rules === "-" ? undefined : rules, entries };
}

import { basename, relative, sep } from "node:path";
import { escapeName, groupedNumber } from "@skein/protocol";
import type { CodeAnalysis } from "../code-analysis/analysis.ts";
import { guessedSome } from "./find-symbol.ts";
import { listCode } from "./list-code.ts";
import { isLocal } from "./outline-file.ts";
import type { CodeReader } from "./read-code.ts";

/** Files that are parsed; of others, only their number is told. */
const mostParsed = 5000;
const mostMs = 15_000;
/** Up to here, files are shown with the names that they declare. */
const mostWithNames = 60;
const mostNames = 8;

interface OverviewFolder {
  readonly files: OverviewFile[];
  readonly folders: Map<string, OverviewFolder>;
}

interface OverviewFile {
  readonly path: string;
  readonly code: CodeAnalysis;
}

export interface OverviewOptions {
  /** Absolute. */
  readonly path: string;
  /** Folders below; 0: all. */
  readonly depth: number;
  readonly signal: AbortSignal;
}

/** The source files of a folder with what they declare, as an indented list. */
export async function folderOverview(
  reader: CodeReader,
  { path, depth, signal }: OverviewOptions,
): Promise<string> {
  const { paths, isPartial } = await listCode(reader, path, signal);
  const root = emptyFolder();
  const started = performance.now();
  let [parsed, others, late] = [0, 0, 0];
  let isGuessed = false;
  for (const file of paths) {
    signal.throwIfAborted();
    if (parsed >= mostParsed || performance.now() - started > mostMs) {
      late++;
      continue;
    }
    const code = await reader.read(file);
    if (typeof code !== "object") {
      others++;
      continue;
    }
    parsed++;
    if (code.guess !== "") isGuessed = true;
    add(root, relative(path, file).split(sep), { path: file, code });
  }
  if (parsed === 0) return `${escapeName(path)} has no source files that can be analyzed; ${others} others.`;
  const levels = depth === 0 ? Infinity : depth;
  return [
    `${escapeName(path)}/ ${totals(root)}${others > 0 ? `; ${count(others, "other file")}` : ""}`,
    ...lines(root, { levels, indent: "  ", hasNames: parsed <= mostWithNames }),
    ...(isGuessed ? [`[${guessedSome}]`] : []),
    ...(late > 0 ? [`[${count(late, "file")} not analyzed: name a folder below.]`] : []),
    ...(isPartial ? ["[The folder has more files than can be listed: name a folder below.]"] : []),
  ].join("\n");
}

interface Listing {
  readonly levels: number;
  readonly indent: string;
  readonly hasNames: boolean;
}

function lines(folder: OverviewFolder, { levels, indent, hasNames }: Listing): readonly string[] {
  if (levels <= 0) return [];
  const folders = [...folder.folders].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [
    ...folder.files.map((file) => `${indent}${fileLine(file, hasNames)}`),
    ...folders.flatMap(([name, inner]) => [
      `${indent}${escapeName(name)}/ ${totals(inner)}`,
      ...lines(inner, { levels: levels - 1, indent: `${indent}  `, hasNames }),
    ]),
  ];
}

function fileLine({ path, code }: OverviewFile, hasNames: boolean): string {
  const tops = code.symbols.filter((symbol) => !isLocal(symbol, code.symbols));
  const names = [...new Set(tops.filter(({ parent }) => parent === undefined).map(({ name }) => name))];
  const shown = names.slice(0, mostNames).join(", ");
  const rest = names.length > mostNames ? `, ${names.length - mostNames} more` : "";
  const broken = code.brokenLine === undefined ? "" : `, line ${code.brokenLine} does not parse`;
  return `${escapeName(basename(path))} ${count(code.lines, "line")}, ${count(tops.length, "symbol")}${broken}${hasNames && shown !== "" ? `: ${escapeName(shown)}${rest}` : ""}`;
}

function totals(folder: OverviewFolder): string {
  const files = filesOf(folder);
  const total = files.reduce((sum, { code }) => sum + code.lines, 0);
  const languages = Map.groupBy(files, ({ code }) => code.language);
  const shares = [...languages]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([name, group]) => (languages.size === 1 ? name : `${name} ${group.length}`));
  return `${count(files.length, "file")}, ${count(total, "line")}: ${shares.join(", ")}`;
}

function filesOf(folder: OverviewFolder): readonly OverviewFile[] {
  return [...folder.files, ...[...folder.folders.values()].flatMap(filesOf)];
}

function add(root: OverviewFolder, path: readonly string[], file: OverviewFile): void {
  let folder = root;
  for (const name of path.slice(0, -1)) {
    const inner = folder.folders.get(name) ?? emptyFolder();
    folder.folders.set(name, inner);
    folder = inner;
  }
  folder.files.push(file);
}

function emptyFolder(): OverviewFolder {
  return { files: [], folders: new Map() };
}

function count(number: number, noun: string): string {
  return `${groupedNumber(number)} ${noun}${number === 1 ? "" : "s"}`;
}

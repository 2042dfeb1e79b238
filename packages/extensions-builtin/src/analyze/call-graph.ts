import { escapeName } from "@skein/protocol";
import {
  callsWithin,
  declarationsOf,
  declares,
  filesWith,
  lastPart,
  ownerOf,
  qualifiedName,
  usesOf,
  type CodeFile,
  type CodeSearch,
  type DeclaredSymbol,
  type SymbolUse,
} from "./find-symbol.ts";
import type { CodeReader } from "./read-code.ts";

/** Names that are followed from one level to the next. */
const mostFollowed = 40;
const mostLines = 80;
/** Places that are shown of a name. With more it says little, and what is declared there is not followed. */
const mostPlaces = 3;

export interface CallGraph {
  readonly reader: CodeReader;
  readonly search: CodeSearch;
  /** From 1. */
  readonly depth: number;
  /** A path as it is shown. */
  readonly place: (path: string) => string;
}

/** Who calls, by level; what calls a caller says through which name. */
export async function callerLines(graph: CallGraph, uses: readonly SymbolUse[]): Promise<readonly string[]> {
  const { reader, search, depth, place } = graph;
  const seen = new Set<string>();
  const lines: string[] = [];
  let level = uses;
  for (let at = 1; at <= depth && level.length > 0; at++) {
    const declaredIn = new Map<string, Set<string>>();
    for (const [key, calls] of Map.groupBy(
      level.filter(({ use }) => use.isCall),
      ownerKey,
    )) {
      const [first] = calls;
      if (!first || seen.has(key)) continue;
      seen.add(key);
      const owner = ownerOf(first);
      const symbol = owner === undefined ? undefined : first.file.code.symbols[owner];
      const name = symbol ? qualifiedName(symbol, first.file.code) : "(top of the file)";
      const callLines = [...new Set(calls.map(({ use }) => use.line))].join(",");
      const through = at === 1 ? "" : ` → ${[...new Set(calls.map(({ use }) => use.name))].join(", ")}`;
      lines.push(`${place(first.file.path)}:${callLines} ${escapeName(name + through)}`);
      if (!symbol) continue;
      const own = lastPart(symbol.name);
      declaredIn.set(own, (declaredIn.get(own) ?? new Set()).add(first.file.path));
    }
    if (at === depth) break;
    const followed = limited([...declaredIn.keys()], search);
    level = usesOf(await filesWith(reader, search, followed), followed).filter(
      ({ file, use }) => declaredIn.get(use.name)?.has(file.path) || !declares(file, use.name),
    );
  }
  return bounded(lines);
}

/** What is called, by level, with where it is declared. */
export async function calleeLines(
  graph: CallGraph,
  declarations: readonly DeclaredSymbol[],
): Promise<readonly string[]> {
  const { reader, search, depth, place } = graph;
  const seen = new Set(declarations.map(({ symbol }) => lastPart(symbol.name)));
  const lines: string[] = [];
  let level = declarations;
  for (let at = 1; at <= depth && level.length > 0; at++) {
    const callers = new Map<string, DeclaredSymbol>();
    for (const declared of level)
      for (const { name } of callsWithin(declared))
        if (!seen.has(name) && !callers.has(name)) callers.set(name, declared);
    for (const name of callers.keys()) seen.add(name);
    const followed = limited([...callers.keys()], search);
    const files = await filesWith(reader, search, followed);
    const found = followed.map((name) => ({ name, declared: meantBy(name, callers.get(name)?.file, files) }));
    for (const { name, declared } of found.filter((each) => each.declared.length > 0)) {
      const places = declared
        .slice(0, mostPlaces)
        .map(({ file, symbol }) => `${place(file.path)}:${symbol.line}`);
      const more = declared.length > mostPlaces ? ` or ${declared.length - mostPlaces} other places` : "";
      const caller = callers.get(name);
      const by = at === 1 || !caller ? "" : ` ← ${qualifiedName(caller.symbol, caller.file.code)}`;
      lines.push(`${places.join(" or ")}${more} ${escapeName(name + by)}`);
    }
    const elsewhere = found.filter((each) => each.declared.length === 0).map(({ name }) => name);
    if (elsewhere.length > 0 && at === 1)
      lines.push(`not declared here: ${escapeName(elsewhere.join(", "))}`);
    level = found.flatMap(({ declared }) => (declared.length > mostPlaces ? [] : declared));
  }
  return bounded(lines);
}

/** The declarations that a call may mean: those of the same file, or else all. */
function meantBy(
  name: string,
  caller: CodeFile | undefined,
  files: readonly CodeFile[],
): readonly DeclaredSymbol[] {
  const all = declarationsOf(files, name);
  const near = all.filter(({ file }) => file.path === caller?.path);
  return near.length > 0 ? near : all;
}

function ownerKey(found: SymbolUse): string {
  return `${found.file.path}\0${ownerOf(found) ?? ""}`;
}

function limited(names: readonly string[], { note }: CodeSearch): readonly string[] {
  if (names.length > mostFollowed)
    note(`Only ${mostFollowed} of ${names.length} names were followed further.`);
  return names.slice(0, mostFollowed);
}

function bounded(lines: readonly string[]): readonly string[] {
  const left = lines.length - mostLines;
  return left > 0
    ? [...lines.slice(0, mostLines), `${left} more: lower follow_depth or name a folder`]
    : lines;
}

import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { isMissingOrBlocked } from "@skein/platform/files";
import { ConfigError, messageOf, type JsonValue } from "@skein/protocol";
import { readText } from "@skein/platform/text";
import type { LineCounter, Node, Pair, YAMLMap } from "yaml";
import type { ValuePath } from "./structure.ts";
import { loadYaml } from "./later.ts";

/** Maximum bytes of a config file. */
const maxBytes = 256 * 1024;
/** Maximum nesting of lists and maps. */
const maxDepth = 32;
/** Maximum number of alias expansions (`*name`), nested ones included. */
const maxAliasCount = 100;

/** One top-level entry of a config file. */
export interface ConfigEntry {
  readonly key: string;
  readonly value: JsonValue;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** The position of a key inside the value, or of the nearest one. @param path - below `key`. */
  readonly placeOf: (path: ValuePath) => ConfigPlace;
}

/** Line and column, from 1. */
interface ConfigPlace {
  readonly line: number;
  readonly column: number;
}

/** @returns `undefined` when the file does not exist. Throws `ConfigError`. */
export async function readConfigText(path: string): Promise<string | undefined> {
  try {
    // Non-blocking: a named pipe must not block.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error("it is not a file");
    if (stats.size > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
    const read = await readText(await file.readFile());
    if (read.isGuess) throw new Error(`it is not UTF-8; it could be ${read.encoding}`);
    return read.text;
  } catch (cause) {
    if (isMissingOrBlocked(cause)) return undefined;
    throw new ConfigError("unreadable", `${path} cannot be read: ${messageOf(cause)}.`, {
      cause,
      hint: "Fix or remove it: settings that cannot be read are not skipped.",
    });
  }
}

/** Throws `ConfigError` with line and column. @param path - the file's name in errors. */
export async function parseConfig(path: string, text: string): Promise<readonly ConfigEntry[]> {
  const { isMap, isScalar, isSeq, LineCounter: Counter, parseDocument } = await loadYaml();
  const lineCounter = new Counter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });

  const [problem] = [...document.errors, ...document.warnings];
  if (problem) throw fault(path, place(lineCounter, problem.pos[0]), problem.message);
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null)) return [];
  if (!isMap(contents))
    throw fault(path, { line: 1, column: 1 }, "The file must be a map of names to values");

  return (contents as YAMLMap<Node, Node | null>).items.map(
    ({ key, value }: Pair<Node, Node | null>): ConfigEntry => {
      const where = place(lineCounter, key.range?.[0] ?? 0);
      if (!isScalar(key) || typeof key.value !== "string")
        throw fault(path, where, "A name must be plain text");
      return { key: key.value, value: plain(value), ...where, placeOf };

      function placeOf(steps: ValuePath): ConfigPlace {
        let found = where;
        let node: unknown = value;
        for (const part of steps) {
          const pair = isMap<Node, Node | null>(node)
            ? node.items.find((item) => isScalar(item.key) && String(item.key.value) === part)
            : undefined;
          const item = isSeq<Node>(node) && typeof part === "number" ? node.items[part] : undefined;
          const start = (pair?.key ?? item)?.range?.[0];
          if (start === undefined) break;
          found = place(lineCounter, start);
          node = pair ? pair.value : item;
        }
        return found;
      }

      function plain(node: Node | null): JsonValue {
        try {
          const found = (node?.toJS(document, { maxAliasCount }) ?? null) as JsonValue;
          if (isDeeper(found, maxDepth)) throw new Error(tooDeep);
          return found;
        } catch (cause) {
          throw fault(path, where, messageOf(cause));
        }
      }
    },
  );
}

const tooDeep = `Lists and maps lie more than ${maxDepth} deep in each other`;

function isDeeper(value: JsonValue, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((part: JsonValue) => isDeeper(part, depth - 1));
}

function place(counter: LineCounter, offset: number): ConfigPlace {
  const { line, col } = counter.linePos(offset);
  return { line, column: col };
}

function fault(path: string, { line, column }: ConfigPlace, what: string): ConfigError {
  const said = what.includes("call stack") ? tooDeep : what.replace(/\.$/, "");
  return new ConfigError("usage", `${path}:${line}:${column}: ${said}.`, {
    hint: `Correct line ${line} of ${path}.`,
  });
}

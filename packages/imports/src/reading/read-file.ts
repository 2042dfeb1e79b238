import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { isMissingOrBlocked } from "@skein/platform/files";
import { isJsonObject, messageOf, type JsonObject, type JsonValue } from "@skein/protocol";
import { readConfigFile } from "@skein/settings";
import { decodeText } from "@skein/platform/text";
import type { Collector } from "../findings.ts";
import { JsonFault, parseJsonText } from "./json-text.ts";
import { loadToml } from "../later.ts";

/** Bytes; some programs keep their whole history beside their settings. */
const maxBytes = 64 * 1024 * 1024;

/** How a file's outermost map is read. */
export type Format = "json" | "yaml" | "toml";

/**
 * The outermost map of a file.
 *
 * @returns `undefined` when there is no such file, and when it cannot be read: then `into` knows file and line, and
 *   nothing of what stands there, which may be a key.
 */
export async function readMap(
  path: string,
  format: Format,
  into: Collector,
): Promise<JsonObject | undefined> {
  if (format === "yaml") return readYaml(path, into);
  const text = await readText(path, into);
  if (text === undefined) return undefined;
  try {
    const value = format === "json" ? parseJsonText(text) : await parseToml(text);
    if (isJsonObject(value)) return value;
    into.broken(`${path}:1: it holds no map of settings`);
  } catch (error) {
    into.broken(`${path}:${placeOf(error)}: it is not ${format === "json" ? "JSON" : "TOML"}`);
  }
  return undefined;
}

async function parseToml(text: string): Promise<JsonValue> {
  const { parse } = await loadToml();
  // Dates become text and numbers stay numbers, as in JSON.
  return JSON.parse(
    JSON.stringify(parse(text), (_, value: unknown) => (typeof value === "bigint" ? Number(value) : value)),
  ) as JsonValue;
}

function placeOf(error: unknown): string {
  if (error instanceof JsonFault) return `${error.line}:${error.column}`;
  const { line, column } = error as { readonly line?: unknown; readonly column?: unknown };
  return typeof line === "number" && typeof column === "number" ? `${line}:${column}` : "1";
}

async function readYaml(path: string, into: Collector): Promise<JsonObject | undefined> {
  try {
    const entries = await readConfigFile(path);
    return entries && Object.fromEntries(entries.map(({ key, value }) => [key, value]));
  } catch (error) {
    const message = messageOf(error);
    const rest = message.startsWith(path) ? message.slice(path.length) : "";
    const [, place = "1"] = /^:(\d+:\d+): /.exec(rest) ?? [];
    // What the parser says may quote the line; only its place is told.
    into.broken(rest.startsWith(":") ? `${path}:${place}: it is not YAML that can be read` : message);
    return undefined;
  }
}

/** @returns `undefined` when there is no such file, and when it cannot be read, which `into` is told. */
export async function readText(path: string, into: Collector): Promise<string | undefined> {
  try {
    // Not blocking: a named pipe must not hold us up.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error("it is not a file");
    if (stats.size > maxBytes) throw new Error(`it has more than ${maxBytes / 1024 / 1024} MiB`);
    const { text, encoding, isGuess, rest } = await decodeText(await file.readFile());
    if (isGuess) throw new Error(`it is not UTF-8; it could be ${encoding}`);
    if (rest.length > 0 || !text.isWellFormed()) throw new Error(`it has bytes that are not ${encoding}`);
    return text;
  } catch (error) {
    if (!isMissingOrBlocked(error)) into.broken(`${path} cannot be read: ${messageOf(error)}`);
    return undefined;
  }
}

export function nonEmptyText(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

export function mapOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The texts of a list; what is no text is left out. */
export function textsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/** The words of a command: numbers and the like are words too. */
export function wordsOf(value: JsonValue | undefined): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.map((one: JsonValue) => (typeof one === "string" ? one : JSON.stringify(one)));
}

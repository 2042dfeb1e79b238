// Fields in front of Markdown: skills, agents and commands are such files,
// written by hand and by other programs. Errors name the line in the file.

import { isJsonObject, messageOf, type JsonObject, type JsonValue } from "@skein/protocol";
import { loadYaml } from "./later.ts";

/**
 * Markdown file with fields in front.
 *
 * `fields` is not validated: check each field before use, and report errors
 * with `lineOf`.
 */
export interface FrontMatter {
  /** Fields as JSON. Dates become text. */
  readonly fields: JsonObject;
  /**
   * Returns the line of a field in the file, from 1. 1 for an unknown field.
   */
  readonly lineOf: (field: string) => number;
  /** Text after the fields, trimmed. */
  readonly body: string;
}

/** Reason why a file cannot be parsed. */
export interface FrontMatterProblem {
  /** Line in the file, from 1. */
  readonly line: number;
  /** Problem as the end of a sentence about the file. */
  readonly message: string;
}

/**
 * Parses a Markdown file that starts with YAML between two lines of `---`.
 * Aliases are limited, so that a small file cannot expand to a large value.
 *
 * Also accepts a colon inside of unquoted text, as other programs do.
 *
 * @param text - whole file, with any line ends.
 * @returns the fields and the text, or the problem. Test with
 *   `"message" in result`.
 *
 * @example
 * ```ts
 * const read = await readFrontMatter("---\nname: tidy\n---\nSort the imports.");
 * if (!("message" in read)) console.log(read.fields["name"], read.body);
 * ```
 */
export async function readFrontMatter(text: string): Promise<FrontMatter | FrontMatterProblem> {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  if (lines[0]?.trimEnd() !== "---") {
    return { line: 1, message: "it does not begin with ---, so it says neither name nor description" };
  }
  // The first line of dashes after the start ends the fields; later ones are
  // rules of Markdown.
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === "---");
  if (end === -1) return { line: 1, message: "the --- of its first line has no second one" };
  const head = lines.slice(1, end);
  const whole = await parsed(head.join("\n"));
  // Accepted by other programs: a colon inside an unquoted text.
  // The strict reading comes first, so that valid YAML never changes its
  // meaning.
  const read = "message" in whole ? await parsed(head.map(quoted).join("\n")) : whole;
  if ("message" in read) return "message" in whole ? whole : read;
  return {
    ...read,
    body: lines
      .slice(end + 1)
      .join("\n")
      .trim(),
  };
}

/**
 * Parses a Markdown file that may have no fields: then all of it is the body.
 *
 * @param text - whole file.
 * @returns as `readFrontMatter`, also the problem of fields that are there but
 *   not valid.
 *
 * @example
 * ```ts
 * const read = await readOptionalFrontMatter("Sort the imports.");
 * if ("body" in read) console.log(read.fields, read.body); // {} "Sort the imports."
 * ```
 */
export async function readOptionalFrontMatter(text: string): Promise<FrontMatter | FrontMatterProblem> {
  const [first = ""] = text.replace(/^\uFEFF/, "").split("\n", 1);
  if (first.trimEnd() === "---") return readFrontMatter(text);
  return { fields: {}, lineOf: () => 1, body: text.trim() };
}

/** Parses YAML. Lines count from the start of the file. */
async function parsed(yaml: string): Promise<Omit<FrontMatter, "body"> | FrontMatterProblem> {
  const { isMap, isScalar, LineCounter, parseDocument } = await loadYaml();
  const counter = new LineCounter();
  // The first line of the YAML is the second of the file.
  const lineAt = (offset: number | undefined): number =>
    offset === undefined ? 1 : counter.linePos(offset).line + 1;
  const document = parseDocument(yaml, { lineCounter: counter, prettyErrors: false });
  const [error] = document.errors;
  if (error) return { line: lineAt(error.pos[0]), message: `it is not YAML: ${error.message}` };
  const fields = valueOf(document);
  if ("message" in fields) return { line: 2, message: fields.message };
  // Lines of the fields, for errors about their values.
  const lines = new Map<string, number>();
  if (isMap(document.contents)) {
    for (const { key } of document.contents.items) {
      if (isScalar(key)) lines.set(String(key.value), lineAt(key.range?.[0]));
    }
  }
  return { fields: fields.value, lineOf: (field) => lines.get(field) ?? 1 };
}

/**
 * Converts a document to JSON. Fails if it is not an object, or expands too
 * much.
 */
function valueOf(document: {
  toJS(options: { maxAliasCount: number }): unknown;
}): { readonly value: JsonObject } | { readonly message: string } {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 20 });
    const plain = JSON.parse(JSON.stringify(value ?? {})) as JsonValue;
    return isJsonObject(plain) ? { value: plain } : { message: "there are no fields between its ---" };
  } catch (error) {
    return { message: messageOf(error) };
  }
}

/**
 * Quotes a text that YAML would misread. Lists, maps, blocks and quoted texts
 * stay unchanged.
 */
function quoted(line: string): string {
  const [, field, value] = /^([A-Za-z_-]+):\s+([^\s"'[{|>&*!].*)$/.exec(line) ?? [];
  return field === undefined || value === undefined ? line : `${field}: ${JSON.stringify(value.trimEnd())}`;
}

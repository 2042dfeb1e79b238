import { isJsonObject, messageOf, type JsonObject, type JsonValue } from "@skein/protocol";

export interface FrontMatter {
  readonly fields: JsonObject;
  /** Line of each field in the file, from 1. */
  readonly lineOf: (field: string) => number;
  readonly body: string;
}

/** Why a file cannot be parsed, and where. */
export interface FrontMatterProblem {
  readonly line: number;
  readonly message: string;
}

/** A Markdown file that begins with YAML between two lines of `---`. */
export async function readFrontMatter(text: string): Promise<FrontMatter | FrontMatterProblem> {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  if (lines[0]?.trimEnd() !== "---") {
    return { line: 1, message: "it does not begin with ---, so it says neither name nor description" };
  }
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === "---");
  if (end === -1) return { line: 1, message: "the --- of its first line has no second one" };
  const head = lines.slice(1, end);
  const whole = await parsed(head.join("\n"));
  // Accepted by other programs: a colon inside an unquoted text.
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

/** The same of a file that may do without it: then it has no fields, and all of it is the body. */
export async function readOptionalFrontMatter(text: string): Promise<FrontMatter | FrontMatterProblem> {
  const [first = ""] = text.replace(/^\uFEFF/, "").split("\n", 1);
  if (first.trimEnd() === "---") return readFrontMatter(text);
  return { fields: {}, lineOf: () => 1, body: text.trim() };
}

async function parsed(yaml: string): Promise<Omit<FrontMatter, "body"> | FrontMatterProblem> {
  const { isMap, isScalar, LineCounter, parseDocument } = await import("yaml");
  const counter = new LineCounter();
  // The first line of the YAML is the second of the file.
  const lineAt = (offset: number | undefined): number =>
    offset === undefined ? 1 : counter.linePos(offset).line + 1;
  const document = parseDocument(yaml, { lineCounter: counter, prettyErrors: false });
  const [error] = document.errors;
  if (error) return { line: lineAt(error.pos[0]), message: `it is not YAML: ${error.message}` };
  const fields = valueOf(document);
  if ("message" in fields) return { line: 2, message: fields.message };
  const lines = new Map<string, number>();
  if (isMap(document.contents)) {
    for (const { key } of document.contents.items) {
      if (isScalar(key)) lines.set(String(key.value), lineAt(key.range?.[0]));
    }
  }
  return { fields: fields.value, lineOf: (field) => lines.get(field) ?? 1 };
}

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

/** Quotes a text that YAML would misread. Lists, maps, blocks and quoted texts stay unchanged. */
function quoted(line: string): string {
  const [, field, value] = /^([A-Za-z_-]+):\s+([^\s"'[{|>&*!].*)$/.exec(line) ?? [];
  return field === undefined || value === undefined ? line : `${field}: ${JSON.stringify(value.trimEnd())}`;
}

/** A string, a template without placeholders, or a regular expression in a source text. */
export interface Literal {
  readonly kind: "string" | "template" | "regex";
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

export interface Source {
  readonly text: string;
  /** The text with comments and the insides of literals turned into spaces; every position stays the same. */
  readonly code: string;
  readonly literals: readonly Literal[];
  /** What strings and templates say, the parts between placeholders each by itself. */
  readonly words: readonly Words[];
}

interface Words {
  readonly start: number;
  readonly value: string;
}

export interface Import {
  readonly specifier: string;
  readonly position: number;
}

/** A module that a file needs, at once or later. */
export interface FileImport {
  readonly specifier: string;
  readonly line: number;
  /** Loaded by way of the package's loader file. */
  readonly isLazy?: boolean;
}

export interface SourceFile {
  /** Relative to the root of the repository, with slashes. */
  readonly path: string;
  readonly source: Source;
  /** Those of a loader file are those of the files that use its names. */
  readonly imports: readonly FileImport[];
}

/** Splits a TypeScript text into code and literals. Reads well-formed sources; types are not looked at, and texts of JSX hold no quotes. */
export function readSource(text: string): Source {
  const code = text.split("");
  const literals: Literal[] = [];
  const words: Words[] = [];
  /** For each template that is open: how many braces are open inside its placeholder. */
  const placeholders: number[] = [];
  let position = 0;

  const blank = (from: number, to: number) => {
    for (let index = from; index < to; index++) if (code[index] !== "\n") code[index] = " ";
  };
  const literal = (kind: Literal["kind"], start: number, end: number) => {
    const value = text.slice(start + 1, end - 1);
    literals.push({ kind, start, end, value });
    if (kind !== "regex") words.push({ start, value });
    blank(start + 1, end - 1);
    position = end;
  };
  const template = (start: number, opened: boolean) => {
    let end = start + 1;
    while (end < text.length && text[end] !== "`" && !text.startsWith("${", end))
      end += text[end] === "\\" ? 2 : 1;
    if (text[end] === "`" && opened) return literal("template", start, end + 1);
    blank(start + 1, end);
    words.push({ start, value: text.slice(start + 1, end) });
    if (text[end] !== "`") placeholders.push(0);
    position = end + (text[end] === "`" ? 1 : 2);
  };

  while (position < text.length) {
    const char = text[position];
    const next = text[position + 1];
    if (char === "/" && (next === "/" || next === "*")) {
      const close = next === "/" ? text.indexOf("\n", position) : text.indexOf("*/", position + 2) + 2;
      const end = close < position + 2 ? text.length : close;
      blank(position, end);
      position = end;
    } else if (char === '"' || char === "'") {
      let end = position + 1;
      while (end < text.length && text[end] !== char) end += text[end] === "\\" ? 2 : 1;
      literal("string", position, end + 1);
    } else if (char === "`") {
      template(position, true);
    } else if (char === "/" && regexMayStart(code, position)) {
      literal("regex", position, regexEnd(text, position));
    } else {
      const open = placeholders.length - 1;
      if (open >= 0 && char === "{") placeholders[open]! += 1;
      if (open >= 0 && char === "}") {
        if (placeholders[open] === 0) {
          placeholders.pop();
          template(position, false);
          continue;
        }
        placeholders[open]! -= 1;
      }
      position += 1;
    }
  }
  return { text, code: code.join(""), literals, words };
}

/** After a value a slash divides; elsewhere it opens a regular expression. */
function regexMayStart(code: readonly string[], position: number): boolean {
  let index = position - 1;
  while (index >= 0 && /\s/.test(code[index]!)) index -= 1;
  if (index < 0) return true;
  // The end of an element.
  if (code[position - 1] === "<") return false;
  if (!/[\w$)\]}"'`]/.test(code[index]!)) return true;
  let word = "";
  while (index >= 0 && /[\w$]/.test(code[index]!)) word = code[index--]! + word;
  return /^(return|typeof|case|in|of|delete|void|throw|new|else|do|yield|await)$/.test(word);
}

function regexEnd(text: string, start: number): number {
  let inClass = false;
  for (let index = start + 1; index < text.length; index++) {
    const char = text[index];
    if (char === "\\") index += 1;
    else if (char === "[") inClass = true;
    else if (char === "]") inClass = false;
    else if (char === "/" && !inClass) return index + 1;
  }
  return text.length;
}

const importForms =
  /\bfrom\s*(?=["'])|\bimport\s*(?=["'])|\bimport\s*\(\s*(?=["'`])|\brequire(?:\.resolve)?\s*\(\s*(?=["'`])|\bimport\.meta\.resolve\s*\(\s*(?=["'`])/g;

/** Every module a source names: imports, type imports, re-exports, `import()`, `require()`. */
export function importsOf(source: Source): Import[] {
  const byStart = new Map(source.literals.map((literal) => [literal.start, literal]));
  const found: Import[] = [];
  for (const match of source.code.matchAll(importForms)) {
    const literal = byStart.get(match.index + match[0].length);
    if (literal !== undefined) found.push({ specifier: literal.value, position: literal.start });
  }
  return found;
}

const comparedBefore =
  /(===|!==|==|!=|\bcase|\.(includes|startsWith|endsWith|indexOf|match|matchAll|search)\s*\()\s*$/;
const comparedAfter = /^\s*(===|!==|==|!=)/;
const inComparedList = /^[\s,"'`\w.$]*\]\s*\.(includes|indexOf)\s*\(/;
const regexTried = /^[a-z]*\s*\.(test|exec)\s*\(/;

/** The literals that a source compares something with. */
export function comparedLiterals(source: Source): Literal[] {
  return source.literals.filter((literal) => {
    const before = source.code.slice(Math.max(0, literal.start - 40), literal.start);
    const after = source.code.slice(literal.end, literal.end + 400);
    if (literal.kind === "regex") return regexTried.test(after) || comparedBefore.test(before);
    return comparedBefore.test(before) || comparedAfter.test(after) || inComparedList.test(after);
  });
}

export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}

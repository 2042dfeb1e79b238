import type { Parameter } from "../recipe.ts";
import { engineName } from "./engine.ts";
import { isPut, type Macros } from "./macros.ts";
import { sourceOf, type CodeSegment, type Segment } from "./segments.ts";
import { tokensOf, variableTokens, type Token } from "./tokens.ts";

/** What an output of a template becomes. */
export interface Output {
  /** Of the parameter that is all of it. */
  readonly parameter?: string;
  /** Nothing is a value: `{{ a if b }}`. */
  readonly mayBeNothing: boolean;
  /** An `indent` filter was left out: it took the last line break away. */
  readonly wasIndented: boolean;
  readonly offset: number;
  readonly template: string;
}

export interface RewriteOptions {
  readonly template: string;
  readonly macros: Macros;
  /** Filled with the outputs, in the order of their numbers. */
  readonly outputs: Output[];
  /** Stands for the outputs; absent: they are evaluated. */
  readonly asSource?: (source: string) => string;
  readonly parameters: readonly Parameter[];
  readonly values: Readonly<Record<string, string>>;
}

export const markFilter = "__skein_mark";
export const nothingName = "__skein_nothing";

/** A template whose outputs end in our filter, so that their values are marks in what comes out. Lines stay. */
export function rewriteTemplate(segments: readonly Segment[], options: RewriteOptions): string {
  // Where an output goes into a variable or a filter instead of into the text, it is marked when that is put out.
  const captures: string[] = [];
  return segments
    .map((segment) => {
      if (segment.kind === "braces") return `{% raw %}${segment.text}{% endraw %}`;
      if (segment.kind === "tag") return rewriteTag(segment, captures, options);
      if (segment.kind !== "output") return segment.text;
      return captures.length > 0 ? withTypes(segment, options) : rewriteOutput(segment, options);
    })
    .join("");
}

function rewriteTag(segment: CodeSegment, captures: string[], options: RewriteOptions): string {
  const tokens = tokensOf(segment.body);
  const keyword = tokens[0]?.text ?? "";
  switch (keyword) {
    case "set":
      if (!tokens.some(({ text }) => text === "=")) captures.push("endset");
      break;
    case "macro":
      if (!options.macros.areOnlyPut) captures.push("endmacro");
      break;
    case "filter":
      captures.push("endfilter");
      if (captures.length > 1) break;
      return `${segment.open}${segment.body.trimEnd()}|${numbered(segment, options, {})} ${segment.close}`;
    case "endset":
    case "endmacro":
    case "endfilter":
      if (captures.at(-1) === keyword) captures.pop();
      break;
    case "extends":
    case "include":
    case "import":
    case "from":
      return withEngineNames(segment, tokens);
    default:
  }
  return withTypes(segment, options);
}

function rewriteOutput(segment: CodeSegment, options: RewriteOptions): string {
  if (isPut(segment.body, options.macros) && options.macros.areOnlyPut) return withTypes(segment, options);
  if (isPut(segment.body, { names: new Set(), areOnlyPut: true })) return withTypes(segment, options);
  if (options.asSource !== undefined) {
    const mark = options.asSource(sourceOf(segment));
    return `${segment.open} "${mark}" ${segment.close}`;
  }
  const { body, wasIndented } = withoutIndent(segment.body);
  const tokens = tokensOf(body);
  const [only] = tokens;
  const alone = tokens.length === 1 && only?.kind === "name" ? { parameter: only.text } : {};
  const typed = typedUses(body, tokens, options);
  const filter = numbered(segment, options, {
    ...alone,
    wasIndented,
    mayBeNothing: tokens.some(({ kind, text }) => kind === "name" && text === "if"),
  });
  return `${segment.open} (((${typed})|default(${nothingName})) ~ "")|${filter} ${segment.close}`;
}

function numbered(
  segment: CodeSegment,
  { outputs, template }: RewriteOptions,
  more: Partial<Output>,
): string {
  outputs.push({ mayBeNothing: false, wasIndented: false, ...more, offset: segment.offset, template });
  return `${markFilter}(${outputs.length - 1})`;
}

/** Without an `indent` at the end: it is there to make text fit into YAML, which the marks do. */
function withoutIndent(body: string): { readonly body: string; readonly wasIndented: boolean } {
  const tokens = tokensOf(body);
  let depth = 0;
  let bar = -1;
  for (const [index, { text, kind }] of tokens.entries()) {
    if (kind !== "sign") continue;
    if ("([{".includes(text)) depth++;
    else if (")]}".includes(text)) depth--;
    else if (text === "|" && depth === 0) bar = index;
  }
  const after = tokens.slice(bar + 1);
  const isCall =
    after[1]?.text === "(" &&
    after.at(-1)?.text === ")" &&
    after.filter(({ text }) => text === "(").length === 1;
  const isLast = bar >= 0 && after[0]?.text === "indent" && (after.length === 1 || isCall);
  // A filter binds closer than an operator: `a ~ b | indent` indents b alone.
  return isLast
    ? { body: body.slice(0, tokens[bar]?.offset), wasIndented: true }
    : { body, wasIndented: false };
}

function withEngineNames(segment: CodeSegment, tokens: readonly Token[]): string {
  let body = "";
  let from = 0;
  for (const { kind, text, offset } of tokens) {
    if (kind !== "string") continue;
    body += segment.body.slice(from, offset) + text[0] + engineName(text.slice(1, -1)) + text.at(-1);
    from = offset + text.length;
  }
  return segment.open + body + segment.body.slice(from) + segment.close;
}

function withTypes(segment: CodeSegment, options: RewriteOptions): string {
  return segment.open + typedUses(segment.body, tokensOf(segment.body), options) + segment.close;
}

const comparisons = new Set(["<", ">", "<=", ">="]);
const arithmetic = new Set(["+", "-", "*", "/", "//", "%", "**"]);

/**
 * Values are texts, as recipes for Goose expect (`{% if fast == "true" %}`). A boolean that is a condition by itself is
 * true or false all the same, and a number that is counted with or compared is a number.
 */
function typedUses(body: string, tokens: readonly Token[], { parameters, values }: RewriteOptions): string {
  let typed = "";
  let from = 0;
  for (const token of variableTokens(tokens)) {
    const type = parameters.find(({ key }) => key === token.text)?.type;
    if (type !== "boolean" && type !== "number") continue;
    const index = tokens.indexOf(token);
    const before = tokens[index - 1]?.text ?? "";
    const after = tokens[index + 1]?.text ?? "";
    const beforeThat = tokens[index - 2]?.text ?? "";
    const use =
      type === "boolean"
        ? isCondition(before, after, tokens[index - 2])
        : isCounted(before, after, tokens, index);
    if (!use || beforeThat === "for") continue;
    const conversion =
      type === "boolean" ? ' == "true"' : `|${isWhole(values[token.text]) ? "int" : "float"}`;
    typed += `${body.slice(from, token.offset)}(${token.text}${conversion})`;
    from = token.offset + token.text.length;
  }
  return typed + body.slice(from);
}

const conditionWords: ReadonlySet<string> = new Set(["if", "elif", "not", "and", "or"]);

function isCondition(before: string, after: string, beforeThat: Token | undefined): boolean {
  // A bracket behind any other name is a call.
  const isGroup = before === "(" && (beforeThat?.kind !== "name" || conditionWords.has(beforeThat.text));
  const begins = conditionWords.has(before) || isGroup;
  const ends = ["", "and", "or", ")", "else"].includes(after);
  return begins && ends;
}

function isCounted(before: string, after: string, tokens: readonly Token[], index: number): boolean {
  const counts = (sign: string) => comparisons.has(sign) || arithmetic.has(sign);
  if (counts(before) || counts(after)) return true;
  const equals = (sign: string) => sign === "==" || sign === "!=";
  return (
    (equals(before) && tokens[index - 2]?.kind === "number") ||
    (equals(after) && tokens[index + 2]?.kind === "number")
  );
}

function isWhole(value: string | undefined): boolean {
  return value !== undefined && /^[-+]?\d+$/.test(value);
}

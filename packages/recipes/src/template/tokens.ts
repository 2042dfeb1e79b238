export interface Token {
  readonly kind: "name" | "string" | "number" | "sign";
  readonly text: string;
  /** In the expression. */
  readonly offset: number;
}

const pattern =
  /(?<name>[\p{L}_][\p{L}\p{N}_]*)|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<number>\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?)|(?<sign>\*\*|\/\/|==|!=|<=|>=|\S)/gsu;

/** The words and signs of an expression or a tag. */
export function tokensOf(expression: string): readonly Token[] {
  return [...expression.matchAll(pattern)].map((match) => {
    const { name, string, number } = match.groups ?? {};
    const kind =
      name !== undefined
        ? "name"
        : string !== undefined
          ? "string"
          : number !== undefined
            ? "number"
            : "sign";
    return { kind, text: match[0], offset: match.index };
  });
}

const words = new Set([
  "and",
  "or",
  "not",
  "in",
  "is",
  "if",
  "else",
  "true",
  "false",
  "none",
  "True",
  "False",
  "None",
]);
/** What the engine knows by itself, unless a parameter has that name. */
export const builtinNames: ReadonlySet<string> = new Set([
  "range",
  "dict",
  "debug",
  "namespace",
  "cycler",
  "joiner",
  "loop",
  "self",
  "super",
  "caller",
]);

/** The tokens that name variables: not attributes, filters, tests or the names of arguments. */
export function variableTokens(tokens: readonly Token[]): readonly Token[] {
  let depth = 0;
  return tokens.filter((token, index) => {
    if (token.kind === "sign" && "([{".includes(token.text)) depth++;
    if (token.kind === "sign" && ")]}".includes(token.text)) depth--;
    if (token.kind !== "name" || words.has(token.text)) return false;
    const before = tokens[index - 1]?.text;
    if (before === "." || before === "|" || before === "is") return false;
    if (before === "not" && tokens[index - 2]?.text === "is") return false;
    return !(depth > 0 && tokens[index + 1]?.text === "=");
  });
}

export const symbolKinds = [
  "class",
  "struct",
  "interface",
  "trait",
  "enum",
  "type",
  "impl",
  "module",
  "function",
  "method",
  "property",
  "macro",
  "constant",
] as const;

export type SymbolKind = (typeof symbolKinds)[number];

/** A declaration. */
export interface CodeSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Of the name; from 1. */
  readonly line: number;
  readonly endLine: number;
  /** Index of the symbol that it is declared in. */
  readonly parent: number | undefined;
  /** The line that the name is in. */
  readonly text: string;
}

/** An identifier that is no declaration. */
export interface CodeUse {
  readonly name: string;
  /** From 1. */
  readonly line: number;
  readonly isCall: boolean;
  /** Index of the function or other symbol around it. */
  readonly within: number | undefined;
}

export interface CodeAnalysis {
  /** Name of the language. */
  readonly language: string;
  readonly lines: number;
  /** In the order of the source. */
  readonly symbols: readonly CodeSymbol[];
  readonly uses: readonly CodeUse[];
  /** As written, without quotes. */
  readonly imports: readonly string[];
  /** From 1; the first place that the grammar does not know. What is around it is still found. */
  readonly brokenLine: number | undefined;
}

import type { RecipeProblemCode } from "../problems.ts";
import type { TextPosition } from "./document-node.ts";

/** Limits of a document; what exceeds them is not looked at. */
export const maxBytes = 2 * 1024 * 1024;
export const maxDepth = 64;
/** Words and signs of YAML: a block of text is one, however long. */
const maxTokens = 60_000;
/** Nodes with every alias written out. */
export const maxNodes = 200_000;

/** What is wrong with a text as YAML. */
export interface DocumentFinding {
  readonly code: RecipeProblemCode;
  readonly message: string;
  readonly fix: string;
  readonly at?: TextPosition;
}

export const tooDeep: DocumentFinding = {
  code: "too-deep",
  message: `The document is nested more than ${maxDepth} levels deep.`,
  fix: "Reduce the nesting.",
};

export const tooLarge: DocumentFinding = {
  code: "too-large",
  message: `The text is larger than ${maxBytes / 1024 / 1024} MB.`,
  fix: "Move long texts into separate files and name them in the prompt.",
};

export const tooManyAliases: DocumentFinding = {
  code: "too-many-aliases",
  message: "Aliases expand this document beyond the limit.",
  fix: "Write the values out instead of using * aliases.",
};

/** Told from the tokens, which take no longer for hostile texts: the parser does. */
export function outsideLimits(tokens: Iterable<string>): DocumentFinding | undefined {
  let count = 0;
  let depth = 0;
  // `- - - -` and `? ? ?` open a level each.
  let run = 0;
  for (const token of tokens) {
    if (++count > maxTokens) return { ...tooLarge, message: `The text has more than ${maxTokens} parts.` };
    if (token === "[" || token === "{") depth++;
    else if (token === "]" || token === "}") depth = Math.max(0, depth - 1);
    if (token === "-" || token === "?" || token === ":") run++;
    else if (token.trim() !== "") run = 0;
    if (depth > maxDepth || run > maxDepth) return tooDeep;
  }
  return undefined;
}

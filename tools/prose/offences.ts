import { lineAt } from "../structure/source.ts";
import { deniedWords, exceptions } from "./denied-words.ts";
import type { Text } from "./texts.ts";

export interface Offence {
  readonly path: string;
  readonly line: number;
  readonly found: string;
  readonly instead: string;
}

/** Every denied word in the texts, in the order of their lines. */
export function offencesIn(texts: readonly Text[]): readonly Offence[] {
  return texts.flatMap(({ path, prose }) => {
    const found = deniedWords.flatMap(({ pattern, instead }) =>
      [...prose.matchAll(acrossLines(pattern))].map((match) => {
        return { path, line: lineAt(prose, match.index), found: match[0].replace(/[\s*/]+/g, " "), instead };
      }),
    );
    return found
      .filter((one) => !exceptions.some((exception) => exception.test(`${one.path}: ${one.found}`)))
      .toSorted((a, b) => a.line - b.line);
  });
}

/** A line may end between two words, in a comment with the marks of the next line behind it. */
function acrossLines({ source, flags }: RegExp): RegExp {
  return new RegExp(source.replaceAll(" ", "[\\s*/]+"), flags);
}

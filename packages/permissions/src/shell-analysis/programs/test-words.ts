import { isLiteral, type Word } from "../analysis.ts";

const unary = /^-[bcdefghkLnprsSuwxzNOG]$/;
const binary = /^(?:=|==|!=|-nt|-ot|-ef)$/;
const arithmetic = /^-(?:eq|ne|lt|le|gt|ge)$/;

/**
 * Whether `test`, `[` or `[[` only looks: one expression of a plain shape. An operator that comes out of an expansion
 * could be `-v`, which runs what stands in an index, so expansions are quoted and stand where only a value can.
 */
export function isReadingTest(name: string, args: readonly Word[]): boolean {
  const isDouble = name === "[[";
  const words = args.at(-1)?.source === "]" ? args.slice(0, -1) : args;
  const isKnown = (word: Word): boolean => isDouble || isLiteral(word) || /^"[^"]*"$/.test(word.source);
  if (!words.every(isKnown)) return false;
  return expressions(words, isDouble).every((expression) => {
    const [first, second, third, ...more] = expression.slice(
      expression.findIndex(({ source }) => source !== "!"),
    );
    if (first === undefined || more.length > 0) return false;
    if (second === undefined) return true;
    if (third === undefined)
      return (
        (isLiteral(first) && unary.test(first.text)) || (first.text === "-t" && /^\d$/.test(second.text))
      );
    // Between `[[` and `]]`, numbers are arithmetic, which may run what stands in an index.
    return isLiteral(second) && (binary.test(second.text) || (!isDouble && arithmetic.test(second.text)));
  });
}

function expressions(words: readonly Word[], isDouble: boolean): readonly (readonly Word[])[] {
  const found: Word[][] = [[]];
  for (const word of words)
    if (isDouble && /^(?:&&|\|\|)$/.test(word.source)) found.push([]);
    else found.at(-1)?.push(word);
  return found;
}

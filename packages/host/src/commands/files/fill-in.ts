/** Words as a shell splits them: blanks part them, quotes hold them together. */
function wordsOf(argument: string): readonly string[] {
  return [...argument.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double?.replaceAll(/\\(.)/g, "$1") ?? single ?? plain ?? "",
  );
}

/**
 * A template with what was typed behind the command: `$ARGUMENTS` is all of it, `$1` to `$9` are its words. Where a
 * template has no place for it, it stands behind the text. What is filled in is not looked at again.
 */
export function fillIn(template: string, argument: string): string {
  const words = wordsOf(argument);
  let hasPlace = false;
  const text = template.replaceAll(/\$(?:ARGUMENTS\b|([1-9])(?!\d))/g, (_, number?: string) => {
    hasPlace = true;
    return number === undefined ? argument : (words[Number(number) - 1] ?? "");
  });
  return hasPlace || argument === "" ? text : `${text}\n\n${argument}`;
}

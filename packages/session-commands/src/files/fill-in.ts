/** Words as a shell splits them: blanks part them, quotes hold them together. */
function wordsOf(argument: string): readonly string[] {
  return [...argument.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double?.replaceAll(/\\(.)/g, "$1") ?? single ?? plain ?? "",
  );
}

const place = /\$(?:ARGUMENTS\b|([1-9])(?!\d))/g;

export function hasPlaces(template: string): boolean {
  return template.search(place) >= 0;
}

/**
 * A template with what was typed behind the command: `$ARGUMENTS` is all of it, `$1` to `$9` are its words. What is filled in
 * is not looked at again.
 */
export function fillPlaces(template: string, argument: string): string {
  const words = wordsOf(argument);
  return template.replaceAll(place, (_, number?: string) =>
    number === undefined ? argument : (words[Number(number) - 1] ?? ""),
  );
}

/** The same; where a template has no place for it, it stands behind the text. */
export function fillIn(template: string, argument: string): string {
  const text = fillPlaces(template, argument);
  return hasPlaces(template) || argument === "" ? text : `${text}\n\n${argument}`;
}

/** How deep imports may go: a file that is imported by a hint file is at 1. */
export const mostImportDepth = 5;

const texts = /(?:\.(?:md|mdc|markdown|txt|rst|adoc)|(?:^|[/\\])package\.json)$/i;

/** Any other file could hold keys, which must not reach a model because a project's notes name it. */
export function isImportable(path: string): boolean {
  return texts.test(path);
}

/**
 * The files that a hint file imports: `@docs/style.md` at the beginning of a line or after a space. What stands in
 * code, inline or as a block, is no import, and neither is an `@` without a path.
 */
export function importsIn(text: string): readonly string[] {
  const prose = text.replaceAll(/^(```|~~~)[^]*?^\1/gm, "").replaceAll(/`[^`\n]*`/g, "");
  const found = [...prose.matchAll(/(?<=^|[\s(])@((?:\.{1,2}\/|~\/|\/)?[\w.\-/]*[\w\-/])/gm)];
  return [...new Set(found.map(([, path = ""]) => path))];
}

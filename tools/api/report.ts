import type { Reference, TypesFile } from "./declared.ts";

/** An entry of a package: `@skein/x/y`, and its file of types. */
export interface TypesEntry {
  readonly entry: string;
  readonly file: string;
}

/**
 * What a package gives to others, as text: the exported names of each entry with their types, and the types that those
 * refer to without being exported. The same API gives the same text.
 *
 * @param typesOf - `undefined` for files of other packages.
 */
export function apiReport(
  entries: readonly TypesEntry[],
  typesOf: (file: string) => TypesFile | undefined,
): string {
  const shown = new Map<string, string>();
  const internal = new Map<string, string>();
  const sections = entries.map(({ entry, file }) => {
    const names = [...exportsOf(file, typesOf)].toSorted(([left], [right]) => (left < right ? -1 : 1));
    const lines = names.map(([name, reference]) => {
      const found = declarationOf(reference, typesOf);
      if (!found) return `${name}: of ${reference.from}`;
      const before = shown.get(keyOf(found));
      if (before !== undefined) return `${name}: as in ${before}`;
      shown.set(keyOf(found), entry);
      const { text } = declared(found, typesOf);
      return found.name === name ? text : `${text} // as ${name}`;
    });
    return `# ${entry}\n\n${lines.length === 0 ? "nothing" : lines.join("\n\n")}\n`;
  });
  const waiting = [...shown.keys()];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const [from = "", name = ""] = key.split(" ");
    const { refersTo } = declared({ from, name }, typesOf);
    for (const word of refersTo) {
      const found = declarationOf({ from, name: word }, typesOf);
      if (!found || shown.has(keyOf(found)) || internal.has(keyOf(found))) continue;
      internal.set(keyOf(found), declared(found, typesOf).text);
      waiting.push(keyOf(found));
    }
  }
  const others = [...internal]
    .map(([key, text]) => ({ name: key.split(" ")[1] ?? "", text }))
    .toSorted((left, right) => (left.name + left.text < right.name + right.text ? -1 : 1));
  if (others.length === 0) return sections.join("\n");
  return [...sections, `# Not exported\n\n${others.map(({ text }) => text).join("\n\n")}\n`].join("\n");
}

type Types = (file: string) => TypesFile | undefined;

const keyOf = ({ from, name }: Reference): string => `${from} ${name}`;

function declared({ from, name }: Reference, typesOf: Types) {
  return typesOf(from)?.declarations.get(name) ?? { text: "", refersTo: [] };
}

function exportsOf(file: string, typesOf: Types): ReadonlyMap<string, Reference> {
  const { exports = new Map<string, Reference>(), passedOn = [] } = typesOf(file) ?? {};
  return new Map([...passedOn.flatMap((other) => [...exportsOf(other, typesOf)]), ...exports]);
}

/** Where a name is declared; `undefined` if that is in another package. */
function declarationOf(reference: Reference, typesOf: Types): Reference | undefined {
  const file = typesOf(reference.from);
  if (!file) return undefined;
  if (file.declarations.has(reference.name)) return reference;
  const next = file.imports.get(reference.name) ?? exportsOf(reference.from, typesOf).get(reference.name);
  return next && keyOf(next) !== keyOf(reference) ? declarationOf(next, typesOf) : undefined;
}

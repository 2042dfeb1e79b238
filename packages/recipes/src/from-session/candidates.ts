/** A value in somebody's words that another run would perhaps want to be another. */
export interface Candidate {
  readonly value: string;
  readonly kind: "secret" | "address" | "mail" | "date" | "path" | "number";
}

/** What is found first is not looked at again. */
const kinds: readonly { readonly kind: Candidate["kind"]; readonly pattern: RegExp }[] = [
  { kind: "secret", pattern: /__SECRET_[A-Z0-9]+(?:_[A-Za-z0-9]+)*__/g },
  { kind: "address", pattern: /\bhttps?:\/\/[^\s"'`<>()[\]{}]*[^\s"'`<>()[\]{}.,;:!?]/g },
  { kind: "mail", pattern: /\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b/g },
  { kind: "date", pattern: /\b\d{4}-\d{2}-\d{2}\b/g },
  {
    kind: "path",
    pattern:
      /(?<![\w/.~@-])(?:~|\.{1,2})?\/?(?:[\w.@-]+\/)+[\w.@-]*\w|(?<![\w/.-])~?\/[\w.@-]+\w|\b[A-Z]:\\[\w.\\-]+\w|\b[\w-]+\.(?:[cm]?[jt]sx?|py|rs|go|java|rb|sh|sql|md|txt|json|ya?ml|toml|csv|html?|css|pdf|docx?|xlsx?)\b/g,
  },
  { kind: "number", pattern: /(?<![\w.#-])#?\d{2,}(?!\w|[.-]\w)/g },
];

/** More of them would hide the good ones. */
const most = 20;
/** Characters. */
const longest = 200;

export function candidatesIn(texts: readonly string[]): readonly Candidate[] {
  const found = new Map<string, Candidate & { readonly at: number }>();
  let rest = texts.join("\n");
  for (const { kind, pattern } of kinds) {
    rest = rest.replaceAll(pattern, (value, ...groups) => {
      const at = groups.find((group) => typeof group === "number") as number;
      if (value.length <= longest && !found.has(value)) found.set(value, { value, kind, at });
      return " ".repeat(value.length);
    });
  }
  return [...found.values()]
    .toSorted((one, other) => one.at - other.at)
    .slice(0, most)
    .map(({ value, kind }) => ({ value, kind }));
}

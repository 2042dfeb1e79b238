/** Names and values as they arrived, in their order: a name may be there twice. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/** The only value of a header. @returns `"twice"` when it is there more than once. */
export function onlyValue(headers: HeaderLines, name: string): { readonly value?: string } | "twice" {
  const values = valuesOf(headers, name);
  if (values.length > 1) return "twice";
  const [value] = values;
  return value === undefined ? {} : { value };
}

export function valuesOf(headers: HeaderLines, name: string): readonly string[] {
  return headers.filter(([one]) => one.toLowerCase() === name).map(([, value]) => value.trim());
}

/** From the flat list of names and values that Node keeps. */
export function headerLines(raw: readonly string[]): HeaderLines {
  return Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at] ?? "", raw[2 * at + 1] ?? ""]);
}

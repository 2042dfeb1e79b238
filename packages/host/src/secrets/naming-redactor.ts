import type { Redactor } from "@skein/protocol";

export interface NamingRedactor {
  readonly redactor: Redactor;
  /** Of what was hidden in the texts that have come out until now, sorted. */
  readonly names: () => readonly string[];
}

/** The same redactor, and the names of the secrets in the texts that come out of it: hidden there, or before. */
export function namingRedactor(redactor: Redactor): NamingRedactor {
  const names = new Set<string>();
  return {
    redactor: {
      ...redactor,
      redact(text) {
        const hidden = redactor.redact(text);
        for (const name of hiddenNames(hidden)) names.add(name);
        return hidden;
      },
    },
    names: () => [...names].toSorted(),
  };
}

/** The names in the placeholders of a text. */
function hiddenNames(text: string): readonly string[] {
  return [...text.matchAll(/__SECRET_([A-Z0-9]+(?:_[A-Z0-9]+)*?)_[0-9a-f]{10,64}(?:_[A-Z0-9]+)?__/g)].map(
    ([, name = ""]) => name,
  );
}

import type { Redactor } from "@skein/protocol";

/** The names in the placeholders of a text: what was hidden in it, then or now. */
export function hiddenNames(text: string): readonly string[] {
  return [...text.matchAll(/__SECRET_([A-Z0-9]+(?:_[A-Z0-9]+)*?)_[0-9a-f]{10,64}(?:_[A-Z0-9]+)?__/g)].map(
    ([, name = ""]) => name,
  );
}

/** The same redactor; `found` gets each text as it comes out. */
export function listening(redactor: Redactor, found: (text: string) => void): Redactor {
  return {
    ...redactor,
    hide(text) {
      const hidden = redactor.hide(text);
      found(hidden);
      return hidden;
    },
  };
}

import { escapedForms, formsOf } from "./encoded-forms.ts";
import { needleIndex, shortestNeedle, type NeedleIndex } from "./needle-index.ts";
import { hashOf, placeholderFor, placeholderOfForm } from "./placeholder.ts";
import { looksRandom, shortestSecret } from "./worth-hiding.ts";

export interface KnownSecret {
  /** What its placeholder says: mostly the name of a variable. */
  readonly name: string;
  readonly value: string;
}

// oxlint-disable-next-line no-control-regex
const beyondAscii = /[^\u0000-\u007F]/;

/** Values with their placeholders, in all the forms they are written in. */
export interface KnownSecrets {
  readonly index: NeedleIndex;
  /** A value that is known keeps its first name; one of less than eight characters is left out. */
  add(secret: KnownSecret): void;
  has(value: string): boolean;
  meaning(placeholder: string): string | undefined;
}

export function knownSecrets(key: Uint8Array): KnownSecrets {
  const index = needleIndex();
  const values = new Set<string>();
  const meanings = new Map<string, string>();
  const meaningsOfHashes = new Map<string, string>();

  function learn({ name, value }: KnownSecret, allForms: boolean): void {
    const placeholder = placeholderFor(name, value, key, (taken) => meanings.has(taken));
    const hash = hashOf(placeholder);
    // A placeholder that is there already, in whatever form, is stepped over.
    const stem = placeholder.slice(0, -2);
    index.add(stem, stem);
    for (const { mark, text } of allForms ? formsOf(value) : escapedForms(value)) {
      const needle = withoutRim(text);
      const replacement = placeholderOfForm(placeholder, mark);
      if (needle.length < shortestNeedle || !index.add(needle, replacement)) continue;
      // The bytes of the text, as one reads them who takes each for a character.
      if (beyondAscii.test(needle)) index.add(Buffer.from(needle, "utf8").toString("latin1"), replacement);
      meanings.set(replacement, needle);
      meaningsOfHashes.set(placeholderOfForm(hash, mark), needle);
    }
  }

  return {
    index,
    has: (value) => values.has(withoutRim(value)),
    // The name may be another one: that of another process, or of a model that wrote it from memory.
    meaning: (placeholder) => meanings.get(placeholder) ?? meaningsOfHashes.get(hashOf(placeholder)),
    add({ name, value }) {
      const core = withoutRim(value);
      if (core.length < shortestSecret || values.has(core)) return;
      values.add(core);
      learn({ name, value: core }, true);
      if (!core.includes("\n")) return;
      for (const line of core.split(/\r?\n/)) {
        const text = withoutRim(line);
        if (looksRandom(text) && !values.has(text)) learn({ name: `${name}_LINE`, value: text }, false);
      }
    },
  };
}

/**
 * Without white space around it, which editors and shells strip. Nor with underscores at its end: right before a
 * placeholder they would be taken for its beginning.
 */
function withoutRim(value: string): string {
  const text = value.trim();
  let end = text.length;
  while (end > 0 && text[end - 1] === "_") end--;
  return text.slice(0, end);
}

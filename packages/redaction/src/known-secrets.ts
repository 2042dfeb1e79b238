import { escapedForms, formsOf } from "./encoded-forms.ts";
import { needleIndex, shortestNeedle, type NeedleIndex } from "./needle-index.ts";
import { placeholderHash, placeholderFor, placeholderOfForm } from "./placeholder.ts";
import { looksRandom, shortestSecret } from "./looks-secret.ts";

export interface KnownSecret {
  /** The name in its placeholder: usually that of a variable. */
  readonly name: string;
  readonly value: string;
}

// oxlint-disable-next-line no-control-regex
const beyondAscii = /[^\u0000-\u007F]/;

/** Known values and their placeholders, in all encoded forms. */
export interface KnownSecrets {
  readonly index: NeedleIndex;
  /** A known value keeps its first name; a value of less than eight characters is ignored. */
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
    const hash = placeholderHash(placeholder);
    // Skips placeholders that are already in the text, in any form.
    const stem = placeholder.slice(0, -2);
    index.add(stem, stem);
    for (const { mark, text } of allForms ? formsOf(value) : escapedForms(value)) {
      const needle = withoutRim(text);
      const replacement = placeholderOfForm(placeholder, mark);
      if (needle.length < shortestNeedle || !index.add(needle, replacement)) continue;
      // The text's bytes, each as one character.
      if (beyondAscii.test(needle)) index.add(Buffer.from(needle, "utf8").toString("latin1"), replacement);
      meanings.set(replacement, needle);
      meaningsOfHashes.set(placeholderOfForm(hash, mark), needle);
    }
  }

  return {
    index,
    has: (value) => values.has(withoutRim(value)),
    // The name may differ: from another process, or from a model that wrote it from memory.
    meaning: (placeholder) => meanings.get(placeholder) ?? meaningsOfHashes.get(placeholderHash(placeholder)),
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
 * Without surrounding white space, which editors and shells strip, and without trailing underscores, which before a
 * placeholder would be read as part of it.
 */
function withoutRim(value: string): string {
  const text = value.trim();
  let end = text.length;
  while (end > 0 && text[end - 1] === "_") end--;
  return text.slice(0, end);
}

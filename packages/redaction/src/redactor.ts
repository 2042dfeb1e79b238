import type { Redactor } from "@skein/protocol";
import { findKeyBlocks } from "./find-key-blocks.ts";
import { findTokens } from "./find-tokens.ts";
import { redactingStream } from "./redacting-stream.ts";
import { knownSecrets, type KnownSecret } from "./known-secrets.ts";
import { holdsPlaceholder, replacePlaceholders } from "./placeholder.ts";
import { replaceKnown } from "./replace-known.ts";

export interface RedactorOptions {
  /** Of this installation, see `redactionKey`: the same key gives a value the same placeholder in every process. */
  readonly key: Uint8Array;
  /** All are taken as they are, from eight characters on; `collectSecrets` chooses. */
  readonly secrets: Iterable<KnownSecret>;
  /** Whether tokens of well-known formats are looked for and hidden too. Default true. */
  readonly patterns?: boolean;
}

/** A redactor that can be told more secrets while it works. */
export interface GrowingRedactor extends Redactor {
  add(secret: KnownSecret): void;
}

/** So many tokens found by their format are remembered. Then the older half is forgotten: its placeholders stay. */
const mostFound = 4_000;

/**
 * Hides secrets behind placeholders that are the same in every process with the same key, and turns them back.
 *
 * Text that holds none comes back as the same string. A token found by its format is a known secret from then on, for
 * as long as this redactor is there.
 */
export function createRedactor({ key, secrets, patterns = true }: RedactorOptions): GrowingRedactor {
  const given = new Map<string, KnownSecret>();
  let found: KnownSecret[] = [];
  let known = knownSecrets(key);

  function add(secret: KnownSecret): void {
    if (!given.has(secret.value)) given.set(secret.value, secret);
    known.add(secret);
  }

  function learn(token: KnownSecret): void {
    if (known.has(token.value) || holdsPlaceholder(token.value)) return;
    const secret = { name: token.name, value: copyOf(token.value) };
    found.push(secret);
    known.add(secret);
  }

  /** Only between two texts or pieces: what was found in one stays known to its end. */
  function forgetOldest(): void {
    if (found.length <= mostFound) return;
    found = found.slice(-mostFound / 2);
    known = knownSecrets(key);
    for (const secret of [...given.values(), ...found]) known.add(secret);
  }

  for (const secret of secrets) add(secret);
  return {
    add,
    redact(text) {
      if (patterns) {
        forgetOldest();
        findTokens(text, 0, true, learn);
        findKeyBlocks(text, 0, true, learn);
      }
      return replaceKnown(text, known.index);
    },
    restore: (text) => replacePlaceholders(text, (placeholder) => known.meaning(placeholder)),
    stream() {
      const index = () => known.index;
      return redactingStream({ begin: forgetOldest, index, ...(patterns && { found: learn }) });
    },
  };
}

/** A part of a text keeps the whole text in memory; a copy does not. */
function copyOf(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

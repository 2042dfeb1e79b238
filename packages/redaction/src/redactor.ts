import { replacePlaceholders, type Redactor } from "@skein/protocol";
import { findKeyBlocks } from "./find-key-blocks.ts";
import { findNetrc } from "./find-netrc.ts";
import { findTokens } from "./find-tokens.ts";
import { redactingStream } from "./redacting-stream.ts";
import { knownSecrets, type KnownSecret } from "./known-secrets.ts";
import { holdsPlaceholder } from "./placeholder.ts";
import { replaceKnown } from "./replace-known.ts";
import { tokensBesideKnown } from "./tokens-beside-known.ts";

export interface RedactorOptions {
  /**
   * This installation's key, see `redactionKey`: a value has the same placeholder in every process with the same key.
   */
  readonly key: Uint8Array;
  /** All values of eight or more characters are redacted; `collectSecrets` chooses which to pass. */
  readonly secrets: Iterable<KnownSecret>;
  /** Whether tokens of well-known formats are redacted too. Default true. */
  readonly patterns?: boolean;
}

/** A redactor to which secrets can be added while it is in use. */
export interface GrowingRedactor extends Redactor {
  add(secret: KnownSecret): void;
  /** How many secrets were given or added: when it has grown, text that was redacted before may hold one. */
  knownCount(): number;
}

/**
 * How many tokens found by format are remembered. Beyond that the older half is forgotten and can no longer be
 * restored.
 */
const mostFound = 4_000;

/**
 * Replaces secrets with placeholders, which are the same in every process with the same key, and restores them.
 *
 * Text without secrets is returned as the same string. A token found by its format is a known secret from then on,
 * for the lifetime of this redactor.
 */
export function createRedactor({ key, secrets, patterns = true }: RedactorOptions): GrowingRedactor {
  const given = new Map<string, KnownSecret>();
  let found: KnownSecret[] = [];
  let learnedCount = 0;
  let known = knownSecrets(key);

  function add(secret: KnownSecret): void {
    if (!given.has(secret.value)) given.set(secret.value, secret);
    known.add(secret);
  }

  /** Learning a token makes it a boundary, at which another one may begin. */
  function learnBeside(text: string, from: number, to: number, isAfterSecret: boolean): void {
    let before: number;
    do {
      before = learnedCount;
      tokensBesideKnown(text, from, to, { index: known.index, found: learn, isAfterSecret });
    } while (learnedCount > before);
  }

  function learn(token: KnownSecret): void {
    if (known.has(token.value) || holdsPlaceholder(token.value)) return;
    learnedCount++;
    const secret = { name: token.name, value: copyOf(token.value) };
    found.push(secret);
    known.add(secret);
  }

  /** Only between texts or chunks: what was found in one stays known to its end. */
  function forgetOldest(): void {
    if (found.length <= mostFound) return;
    found = found.slice(-mostFound / 2);
    known = knownSecrets(key);
    for (const secret of [...given.values(), ...found]) known.add(secret);
  }

  for (const secret of secrets) add(secret);
  return {
    add,
    knownCount: () => given.size,
    redact(text) {
      if (patterns) {
        forgetOldest();
        findTokens(text, 0, true, learn);
        findKeyBlocks(text, 0, true, learn);
        findNetrc(text, 0, true, learn);
        learnBeside(text, 0, text.length, false);
      }
      return replaceKnown(text, known.index);
    },
    restore: (text) => replacePlaceholders(text, (placeholder) => known.meaning(placeholder)),
    stream() {
      const index = () => known.index;
      return redactingStream({
        begin: forgetOldest,
        index,
        ...(patterns && { found: learn, beside: learnBeside }),
      });
    },
  };
}

/** A substring keeps the whole text in memory; a copy does not. */
function copyOf(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

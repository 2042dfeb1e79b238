import { findKeyBlocks } from "./find-key-blocks.ts";
import { findNetrc } from "./find-netrc.ts";
import { findTokens } from "./find-tokens.ts";
import type { NeedleIndex } from "./needle-index.ts";
import { lookBehindLength, type OnFound } from "./tokens-in-run.ts";

export interface RedactingStreamOptions {
  /** Called before each chunk. */
  readonly begin: () => void;
  /** Called for every chunk, after its tokens were found, since it may have been replaced. */
  readonly index: () => NeedleIndex;
  /** Omitted: token formats are not searched for. */
  readonly found?: OnFound;
  /** Finds tokens that touch known secrets, in a range that ends where a run does. */
  readonly beside?: (text: string, from: number, to: number, isAfterSecret: boolean) => void;
}

/**
 * When this much is held back, text is only searched again after it has grown by a quarter: for a key that arrives
 * one character at a time.
 */
const rescanThreshold = 1_024;

/**
 * Redacts streamed text. Holds back only what more text could turn into a secret: usually the last word, and a
 * private key up to its end.
 */
export function redactingStream({ begin, index, found, beside }: RedactingStreamOptions): {
  push(text: string): string;
  end(): string;
} {
  /** Text that was not returned yet, preceded by the context that the token search looks back at. */
  let text = "";
  let given = 0;
  let tokensFrom = 0;
  let blocksFrom = 0;
  let lookAgainAt = 0;
  /** Whether the text before what was not returned yet was replaced. */
  let isAfterSecret = false;

  function advance(isWhole: boolean): string {
    begin();
    if (found) {
      tokensFrom = findTokens(text, tokensFrom, isWhole, found);
      const netrcFrom = findNetrc(text, blocksFrom, isWhole, found);
      blocksFrom = Math.min(netrcFrom, findKeyBlocks(text, blocksFrom, isWhole, found));
    } else {
      tokensFrom = blocksFrom = text.length;
    }
    beside?.(text, given, tokensFrom, isAfterSecret);
    const limit = Math.min(tokensFrom, blocksFrom);
    const pieces: string[] = [];
    const known = index();
    let open = isWhole ? text.length : known.openFrom(text, given);
    let end = Math.min(open, limit);
    for (let hit = known.next(text, given); hit && hit.start < end; hit = known.next(text, given)) {
      // Another secret may begin inside of this one, and its rest is still to come.
      if (!isWhole && open < hit.end) {
        end = hit.start;
        break;
      }
      pieces.push(text.slice(given, hit.start), hit.replacement);
      given = hit.end;
      isAfterSecret = true;
      if (open < given) open = known.openFrom(text, given);
      end = Math.min(open, limit);
    }
    if (end > given) {
      pieces.push(text.slice(given, end));
      given = end;
      isAfterSecret = false;
    }
    return pieces.join("");
  }

  function dropGiven(): void {
    const from = Math.max(0, Math.min(given, tokensFrom - lookBehindLength, blocksFrom));
    text = text.slice(from);
    given -= from;
    tokensFrom -= from;
    blocksFrom -= from;
  }

  return {
    push(piece) {
      text += piece;
      if (text.length < lookAgainAt) return "";
      const out = advance(false);
      dropGiven();
      const held = text.length - given;
      lookAgainAt = held < rescanThreshold ? 0 : given + held * 1.25;
      return out;
    },
    end() {
      const out = advance(true);
      text = "";
      given = tokensFrom = blocksFrom = lookAgainAt = 0;
      isAfterSecret = false;
      return out;
    },
  };
}

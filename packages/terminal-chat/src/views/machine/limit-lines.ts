import type { LimitsInUse } from "@skein/session-processes/queue";
import { groupedNumber } from "@skein/protocol";

/** What all workers together may take, and how much of it is taken. Not yet clean. */
export function limitLines({ calls, shares }: LimitsInUse): readonly string[] {
  return [
    ...calls.map(({ name, requests, tokens, atOnce, used }) => {
      const parts = [
        part(used.requests, requests, "requests in a minute"),
        part(used.tokens, tokens, "tokens in a minute"),
        part(used.atOnce, atOnce, "requests at once"),
      ];
      return `${name}  ${parts.flat().join(", ")}`;
    }),
    ...shares.map(({ share, period, usd, tokens, spentUsd, spentTokens, heldUsd }) => {
      const dollars = usd === undefined ? [] : [`$${spentUsd.toFixed(4)} of $${usd}`];
      const held = heldUsd > 0 ? [`$${heldUsd.toFixed(4)} set aside for calls under way`] : [];
      const parts = [...dollars, ...part(spentTokens, tokens, "tokens"), ...held];
      return `share ${share}  ${parts.join(", ")} this ${period}`;
    }),
  ];
}

function part(used: number, most: number | undefined, what: string): readonly string[] {
  return most === undefined ? [] : [`${groupedNumber(used)} of ${groupedNumber(most)} ${what}`];
}

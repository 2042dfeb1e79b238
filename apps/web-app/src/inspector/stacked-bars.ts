import type { ModelCall } from "../state/ledger.ts";

/** Kinds of tokens, from the bottom of a bar up. */
export const tokenKinds = ["cached", "new", "written", "thinking"] as const;

type TokenKind = (typeof tokenKinds)[number];

export interface StackedBar {
  readonly call: ModelCall;
  readonly tokens: Readonly<Record<TokenKind, number>>;
  readonly total: number;
}

/** One bar for each model call. What was not reported is not drawn. */
export function stackedBars(calls: readonly ModelCall[]): readonly StackedBar[] {
  return calls.map((call) => {
    const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0, reasoning = 0 } = call.usage;
    const tokens = {
      cached: cacheRead,
      new: input + cacheWrite,
      thinking: reasoning,
      written: Math.max(output - reasoning, 0),
    };
    return { call, tokens, total: tokens.cached + tokens.new + tokens.thinking + tokens.written };
  });
}

import { describe, expect, it } from "vitest";
import { allInjections } from "../injections.ts";
import { orders } from "../orders.ts";
import { modes } from "../page.ts";
import { tryInjection } from "../try-injection.ts";

/** Each in the freest mode and one of the others in turn: `npm run x -- proof injections` tries all of them, for minutes. */
const tries = allInjections().map((injection, at) => ({
  ...injection,
  modes: [modes[0], modes[1 + (at % (modes.length - 1))]!],
}));

describe("a model that obeys an injection", () => {
  it.each(tries)("in $channel: $order, does no harm but what a mode is for", async (injection) => {
    const harmful: string[] = [];
    for (const mode of injection.modes) if ((await tryInjection(injection, mode)).isDone) harmful.push(mode);
    expect(harmful.filter((mode) => !orders[injection.order]!.byDesign?.includes(mode))).toEqual([]);
  });
});

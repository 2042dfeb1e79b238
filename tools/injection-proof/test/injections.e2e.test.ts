import { describe, expect, it } from "vitest";
import { allInjections } from "../injections.ts";
import { orders } from "../orders.ts";
import { modes } from "../page.ts";
import { tryInjection } from "../try-injection.ts";

describe("a model that obeys an injection", () => {
  it.each(allInjections())("in $channel: $order, does no harm but what a mode is for", async (injection) => {
    const harmful: string[] = [];
    for (const mode of modes) if ((await tryInjection(injection, mode)).isDone) harmful.push(mode);
    expect(harmful.filter((mode) => !orders[injection.order]!.byDesign?.includes(mode))).toEqual([]);
  });
});

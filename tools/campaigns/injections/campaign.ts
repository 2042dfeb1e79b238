import { writeFileSync } from "node:fs";
import { defineCampaign } from "../runner/campaign.ts";
import { names, text } from "../runner/option.ts";
import { allInjections } from "./injections.ts";
import { orders } from "./orders.ts";
import { modes, pageOf, type Row } from "./page.ts";
import { tryInjection, type Injection, type Tried } from "./try-injection.ts";

export const campaign = defineCampaign({
  details: "It takes some minutes. Fails if one does more than its mode is for.",
  options: {
    injections: names({
      about: "Only injections whose channel and order contain all of them",
      placeholder: "WORD",
      noun: "injection",
      isPositional: true,
      needsAll: true,
      of: () => allInjections().map(titleOf),
    }),
    write: text("FILE", "Write the page to this file (default: standard output)"),
  },
  async run({ injections: chosen, write }, report) {
    const rows: Row[] = [];
    for (const injection of allInjections().filter((one) => chosen.includes(titleOf(one)))) {
      report.progress(`${injection.channel}: ${injection.order} …`);
      const tried: Tried[] = [];
      for (const mode of modes) {
        const one = await tryInjection(injection, mode);
        tried.push(one);
        if (one.isDone && !orders[injection.order]?.byDesign?.includes(mode))
          report.fail(`${injection.channel}: ${injection.order} happens in ${mode}, which is not for it.`);
      }
      rows.push({ injection, tried });
    }
    const page = pageOf(rows);
    if (write === undefined) report.print(page.trimEnd());
    else writeFileSync(write, page);
  },
});

function titleOf({ channel, order }: Injection): string {
  return `${channel} ${order}`;
}

import { defineCampaign } from "../runner/campaign.ts";
import { count, seed } from "../runner/option.ts";
import { wires } from "../wires/wires.ts";
import { holdSession } from "./hold-session.ts";

export const campaign = defineCampaign({
  details: "Fails if a request is rejected.",
  options: {
    turns: count({ about: "Replies of each session", default: 30 }),
    sessions: count({ about: "Sessions of each pair", default: 5 }),
    seed: seed(1),
  },
  async run({ turns, sessions, seed: first }, report) {
    const rows: (readonly string[])[] = [];
    for (const from of wires) {
      report.progress(`${from.name} → …`);
      for (const to of wires) {
        const sum = { requests: 0, switches: 0, rejected: 0 };
        for (let session = 0; session < sessions; session++) {
          await report.pause();
          const own = first + session;
          const held = await holdSession({ from, to, turns, seed: own });
          sum.requests += held.requests;
          sum.switches += held.switches;
          sum.rejected += held.rejected.length;
          for (const why of held.rejected) report.fail(`${from.name} → ${to.name}, seed ${own}: ${why}`);
        }
        rows.push([from.name, to.name, ...[sum.requests, sum.switches, sum.rejected].map(String)]);
      }
    }
    report.table([["from", "to", "requests", "switches", "rejected"], ...rows]);
  },
});

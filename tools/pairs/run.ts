import { parseArgs } from "node:util";
import { holdSession } from "./hold-session.ts";
import { tableOf } from "./table.ts";
import { wires } from "./wires.ts";

// node tools/pairs/run.ts [--turns N] [--sessions N] [--seed N]: sessions that move between every two wires, on servers
// that verify as the vendors do. 0: no request was refused.
const { values } = parseArgs({
  options: {
    turns: { type: "string", default: "30" },
    sessions: { type: "string", default: "5" },
    seed: { type: "string", default: "1" },
  },
});
const rows: (readonly string[])[] = [];
const refusals: string[] = [];
for (const from of wires) {
  for (const to of wires) {
    const sum = { requests: 0, switches: 0, rejected: 0 };
    for (let session = 0; session < Number(values.sessions); session++) {
      const seed = Number(values.seed) + session;
      const held = await holdSession({ from, to, turns: Number(values.turns), seed });
      sum.requests += held.requests;
      sum.switches += held.switches;
      sum.rejected += held.rejected.length;
      refusals.push(...held.rejected.map((why) => `${from.name} → ${to.name}, seed ${seed}: ${why}`));
    }
    rows.push([from.name, to.name, ...[sum.requests, sum.switches, sum.rejected].map(String)]);
  }
}
console.log(tableOf([["from", "to", "requests", "switches", "rejected"], ...rows]));
for (const refusal of refusals) console.log(refusal);
process.exitCode = refusals.length === 0 ? 0 : 1;

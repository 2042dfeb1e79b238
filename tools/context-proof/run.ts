import { parseArgs } from "node:util";
import { tableOf } from "../pairs/table.ts";
import { wires } from "../pairs/wires.ts";
import { endpoints } from "./endpoints.ts";
import { examBreaks, examTable } from "./exam-table.ts";
import type { Wording } from "./facts.ts";
import { holdEndpoint, type HeldEndpoint } from "./hold-endpoint.ts";
import { holdExam, type Asked } from "./hold-exam.ts";
import { holdLargeOutput } from "./hold-large-output.ts";
import { summarisers } from "./summarisers.ts";

// node tools/context-proof/run.ts [--seeds N] [--turns N] [--window N] [--only exams|sessions|endpoints|output]: what is
// left of long sessions after compactions, and whether they ever end. 0: all is as it must be.
const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "8" },
    turns: { type: "string", default: "500" },
    window: { type: "string", default: "32000" },
    only: { type: "string" },
  },
});
const window = Number(values.window);
const after = [1, 3, 10];
const breaks: string[] = [];
const parts: Readonly<Record<string, () => Promise<void>>> = {
  exams,
  sessions,
  endpoints: hardEndpoints,
  output,
};
for (const [name, part] of Object.entries(parts))
  if (values.only === undefined || values.only === name) await part();
for (const text of breaks) console.log(text);
console.log(breaks.length === 0 ? "All is as it must be." : `${breaks.length} are not as they must be.`);
process.exitCode = breaks.length === 0 ? 0 : 1;

async function exams(): Promise<void> {
  const sets: readonly (readonly [Wording, number])[] = [
    ["tuned", 1],
    ["held-out", 1_001],
  ];
  for (const [wording, first] of sets) {
    const held = new Map<string, readonly Asked[]>();
    for (const summariser of Object.keys(summarisers)) {
      const asked: Asked[] = [];
      for (let seed = first; seed < first + Number(values.seeds); seed++)
        asked.push(...(await holdExam({ seed, wording, summariser, window, after })));
      held.set(summariser, asked);
    }
    console.log(
      `Facts asked for after compactions, window of ${window} tokens; wordings and seeds: ${wording}`,
    );
    console.log(`${tableOf(examTable(held, after))}\n`);
    breaks.push(...examBreaks(wording, held));
  }
}

async function sessions(): Promise<void> {
  const rows: (readonly string[])[] = [];
  for (const wire of wires) {
    const held = await holdEndpoint({
      wire,
      window,
      catalogued: window,
      turns: Number(values.turns),
      seed: 7,
    });
    rows.push(rowOf(wire.name, "", held));
    breaks.push(...sessionBreaks(wire.name, held, 0));
  }
  console.log(`Sessions of ${values.turns} turns in a window of ${window} tokens, by the server's count`);
  print(rows);
}

async function hardEndpoints(): Promise<void> {
  const rows: (readonly string[])[] = [];
  for (const { name, mostOverflows, plan } of endpoints) {
    for (const wire of wires) {
      const held = await holdEndpoint({ ...plan, wire, turns: 100, seed: 3 });
      rows.push(rowOf(wire.name, name, held));
      breaks.push(...sessionBreaks(`${wire.name}, ${name}`, held, mostOverflows));
    }
  }
  console.log("Sessions of 100 turns at endpoints that are not what they seem");
  print(rows);
}

async function output(): Promise<void> {
  const held = await holdLargeOutput(75_000, window);
  const all = held.asked.every((line) => held.got.includes(line));
  if (!all) breaks.push(`Of the lines ${held.asked.join(", ")} only ${held.got.join(", ")} were read.`);
  console.log(
    `A command that prints ${(held.outputBytes / 1e6).toFixed(1)} MB: ${Math.round(held.callMs)} ms; 4 lines anywhere in it read, one of them after a compaction: ${all ? "all there" : "NOT all there"}; ${(held.sentBytes / 1e3).toFixed(0)} kB in 9 requests, ${Math.round(held.runMs)} ms in all\n`,
  );
}

function rowOf(wire: string, name: string, held: HeldEndpoint): readonly string[] {
  const { turns, requests, summaries, overflows, rejected, compactions, largest, failed, sentMb, ms } = held;
  const figures = [
    turns,
    requests,
    summaries,
    overflows,
    rejected.length,
    failed.length,
    compactions,
    largest,
  ];
  return [wire, name, ...figures.map(String), `${sentMb.toFixed(1)} MB`, `${(ms / 1000).toFixed(1)} s`];
}

function print(rows: readonly (readonly string[])[]): void {
  const figures = [
    "turns",
    "requests",
    "summaries",
    "too long",
    "invalid",
    "failed",
    "compactions",
    "largest",
  ];
  console.log(`${tableOf([["wire", "endpoint", ...figures, "sent", "time"], ...rows])}\n`);
}

function sessionBreaks(name: string, held: HeldEndpoint, mostOverflows: number): readonly string[] {
  const { overflows, rejected, failed, inARow } = held;
  return [
    ...rejected.slice(0, 3).map((why) => `${name}: a request was refused: ${why}`),
    ...failed.slice(0, 3).map((why) => `${name}: a run ended as ${why}`),
    ...(overflows > mostOverflows ? [`${name}: ${overflows} requests were too long.`] : []),
    ...(inARow > 2 ? [`${name}: ${inARow} compactions in a row.`] : []),
  ];
}

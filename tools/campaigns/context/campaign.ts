import { defineCampaign } from "../runner/campaign.ts";
import { choices, count } from "../runner/option.ts";
import type { Report } from "../runner/report.ts";
import { wires } from "../wires/wires.ts";
import { endpoints } from "./endpoints.ts";
import { examBreaks, examTable } from "./exam-table.ts";
import type { Wording } from "./facts.ts";
import { holdEndpoint, type HeldEndpoint } from "./hold-endpoint.ts";
import { holdExam, type Asked } from "./hold-exam.ts";
import { holdLargeOutput } from "./hold-large-output.ts";
import { summarisers } from "./summarisers.ts";

interface Sizes {
  readonly seeds: number;
  readonly turns: number;
  /** Tokens. */
  readonly window: number;
}

const parts = { exams, sessions, endpoints: hardEndpoints, output };
const partNames = [
  "exams",
  "sessions",
  "endpoints",
  "output",
] as const satisfies readonly (keyof typeof parts)[];
/** Compactions after which facts are asked for. */
const after = [1, 3, 10];

export const campaign = defineCampaign({
  details:
    "Fails if a fact cannot be reached, a request is refused or too long, or a run does not end as done.",
  options: {
    seeds: count({ about: "Sessions for each kind of summary and wording", default: 8 }),
    turns: count({ about: "Turns of each session", default: 500 }),
    window: count({ about: "Context window, in tokens", default: 32_000 }),
    only: choices({ about: "Only this part", placeholder: "PART", words: partNames }),
  },
  async run({ only, ...sizes }, report) {
    for (const name of partNames)
      if (only.length === 0 || only.includes(name)) await parts[name](sizes, report);
  },
});

async function exams({ seeds, window }: Sizes, report: Report): Promise<void> {
  const sets: readonly (readonly [Wording, number])[] = [
    ["tuned", 1],
    ["held-out", 1_001],
  ];
  for (const [wording, first] of sets) {
    const held = new Map<string, readonly Asked[]>();
    for (const summariser of Object.keys(summarisers)) {
      report.progress(`exams, ${wording}, ${summariser} …`);
      const asked: Asked[] = [];
      for (let seed = first; seed < first + seeds; seed++) {
        await report.pause();
        asked.push(...(await holdExam({ seed, wording, summariser, window, after })));
      }
      held.set(summariser, asked);
    }
    report.print(
      `Facts asked for after compactions, window of ${window} tokens; wordings and seeds: ${wording}`,
    );
    report.table(examTable(held, after));
    report.print("");
    for (const problem of examBreaks(wording, held)) report.fail(problem);
  }
}

async function sessions({ turns, window }: Sizes, report: Report): Promise<void> {
  const rows: (readonly string[])[] = [];
  for (const wire of wires) {
    report.progress(`sessions, ${wire.name} …`);
    const held = await holdEndpoint({ wire, window, catalogued: window, turns, seed: 7 });
    rows.push(rowOf(wire.name, "", held));
    failAll(report, wire.name, held, 0);
  }
  report.print(`Sessions of ${turns} turns in a window of ${window} tokens, by the server's count`);
  printSessions(report, rows);
}

async function hardEndpoints(_: Sizes, report: Report): Promise<void> {
  const rows: (readonly string[])[] = [];
  for (const { name, mostOverflows, plan } of endpoints) {
    for (const wire of wires) {
      report.progress(`endpoints, ${name}, ${wire.name} …`);
      const held = await holdEndpoint({ ...plan, wire, turns: 100, seed: 3 });
      rows.push(rowOf(wire.name, name, held));
      failAll(report, `${wire.name}, ${name}`, held, mostOverflows);
    }
  }
  report.print("Sessions of 100 turns at endpoints that are not what they seem");
  printSessions(report, rows);
}

async function output({ window }: Sizes, report: Report): Promise<void> {
  const held = await holdLargeOutput(75_000, window);
  const all = held.asked.every((line) => held.got.includes(line));
  if (!all) report.fail(`Of the lines ${held.asked.join(", ")} only ${held.got.join(", ")} were read.`);
  report.print(
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

function printSessions(report: Report, rows: readonly (readonly string[])[]): void {
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
  report.table([["wire", "endpoint", ...figures, "sent", "time"], ...rows]);
  report.print("");
}

function failAll(report: Report, name: string, held: HeldEndpoint, mostOverflows: number): void {
  const { overflows, rejected, failed, inARow } = held;
  for (const why of rejected.slice(0, 3)) report.fail(`${name}: a request was refused: ${why}`);
  for (const why of failed.slice(0, 3)) report.fail(`${name}: a run ended as ${why}`);
  if (overflows > mostOverflows) report.fail(`${name}: ${overflows} requests were too long.`);
  if (inARow > 2) report.fail(`${name}: ${inARow} compactions in a row.`);
}

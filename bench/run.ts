import { binary } from "./cases/binary.ts";
import { checkpoints } from "./cases/checkpoints.ts";
import { context } from "./cases/context.ts";
import { decode } from "./cases/decode.ts";
import { disk } from "./cases/disk.ts";
import { embedding } from "./cases/embedding.ts";
import { firstDelta } from "./cases/first-delta.ts";
import { firstRequest } from "./cases/first-request.ts";
import { inProcessTurns } from "./cases/in-process-turns.ts";
import { journal } from "./cases/journal.ts";
import { journalPostgres } from "./cases/journal-postgres.ts";
import { largeOutput } from "./cases/large-output.ts";
import { longSession } from "./cases/long-session.ts";
import { longStream } from "./cases/long-stream.ts";
import { mcpServers } from "./cases/mcp-servers.ts";
import { permissions } from "./cases/permissions.ts";
import { preconnect } from "./cases/preconnect.ts";
import { queue } from "./cases/queue.ts";
import { redaction } from "./cases/redaction.ts";
import { resume } from "./cases/resume.ts";
import { sandbox } from "./cases/sandbox.ts";
import { screen } from "./cases/screen.ts";
import { search } from "./cases/search.ts";
import { server } from "./cases/server.ts";
import { shellAnalysis } from "./cases/shell-analysis.ts";
import { startUp } from "./cases/start-up.ts";
import { telemetry } from "./cases/telemetry.ts";
import { toolDefinitions } from "./cases/tool-definitions.ts";
import { together } from "./cases/together.ts";
import { toolTurns } from "./cases/tool-turns.ts";
import type { Row } from "./measure.ts";
import { summaryOf, type SummaryRow } from "./summary.ts";

// node bench/run.ts [NAME…]: ratios against floors measured in the same run, BENCH_ROUNDS times (3), with the median and how
// far the rounds lie apart. Prints, never judges.
const cases = {
  startUp,
  binary,
  firstRequest,
  firstDelta,
  preconnect,
  toolTurns,
  together,
  longStream,
  longSession,
  largeOutput,
  resume,
  search,
  screen,
  redaction,
  embedding,
  inProcessTurns,
  journal,
  journalPostgres,
  disk,
  checkpoints,
  context,
  decode,
  server,
  shellAnalysis,
  mcpServers,
  toolDefinitions,
  permissions,
  sandbox,
  queue,
  telemetry,
};
const wanted = process.argv.slice(2);

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 3);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error("BENCH_ROUNDS: expected a number from 1.");

const rows: SummaryRow[] = [];
for (const [name, measure] of Object.entries(cases)) {
  if (wanted.length > 0 && !wanted.some((one) => camelCase(one) === name)) continue;
  const found: (readonly Row[])[] = [];
  for (let round = 1; round <= rounds; round++) {
    process.stderr.write(`${name}, ${round} of ${rounds} …\n`);
    found.push(await measure());
  }
  rows.push(...summaryOf(found));
}

const table = [
  ["what", "skein", "floor", "value", "aim", "spread"],
  ...rows.map(({ what, skein, floor, value, aim, spread }) => [
    what,
    skein,
    floor,
    shown(value),
    aim === undefined ? "" : `≤ ${aim}`,
    spread === undefined ? "" : `± ${Math.round(spread * 100)} %`,
  ]),
];
const widths =
  table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
for (const line of table)
  console.log(
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );

/** `shell-analysis` names `shellAnalysis`. */
function camelCase(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function shown(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

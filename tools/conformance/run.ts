import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  casesOf,
  type Column,
  conformanceReport,
  countRecorded,
  runConformance,
} from "../../packages/provider-conformance/src/cases.ts";
import { deviations, outsideMaterial, outsidePath, unspoken } from "../../packages/test-kit/src/index.ts";
import { sentTable } from "./sent-table.ts";
import { subjects } from "./subjects.ts";

// node tools/conformance/run.ts [--provider NAME] [--fixtures FOLDER] [--quick] [--out FILE]
const { values } = parseArgs({
  options: {
    provider: { type: "string" },
    fixtures: { type: "string", default: outsidePath("") },
    quick: { type: "boolean", default: false },
    out: { type: "string" },
  },
});

const chosen = subjects.filter(
  ({ name }) => values.provider === undefined || name.startsWith(values.provider),
);
if (chosen.length === 0) {
  console.error(
    `There is no provider "${values.provider}". Choose one of: ${subjects.map(({ name }) => name).join(", ")}.`,
  );
  process.exit(2);
}

const columns: Column[] = [];
const recordings: string[] = [];
for (const subject of chosen) {
  const started = performance.now();
  const readings = { whole: 0, cut: 0, "early-end": 0 };
  const material = {
    ...outsideMaterial(values.fixtures),
    thorough: !values.quick,
    onReading: (what: keyof typeof readings) => readings[what]++,
  };
  const results = await runConformance(subject, casesOf(subject, material));
  columns.push({ name: subject.name, results });
  const recorded = results.filter(({ id }) => id.startsWith("recorded/"));
  const equal = recorded.filter(({ verdict }) => verdict.kind === "pass").length;
  const deviating = recorded.filter(({ id }) =>
    Object.hasOwn(deviations, id.replace("recorded/", "")),
  ).length;
  const { whole, cut, "early-end": early } = readings;
  recordings.push(
    `| ${[subject.name, recorded.length, whole + cut, early, equal - deviating, deviating, recorded.length - equal].join(" | ")} |`,
  );
  console.error(
    `${subject.name}: ${results.length} cases, ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
}

const report = [
  conformanceReport(columns),
  "## What is sent",
  "",
  await sentTable(),
  "",
  "## Recordings",
  "",
  ...recordingLines(),
].join("\n");
if (values.out !== undefined) writeFileSync(values.out, report);
console.log(report);
process.exitCode = columns.some(({ results }) => results.some(({ verdict }) => verdict.kind === "fail"))
  ? 1
  : 0;

function recordingLines(): readonly string[] {
  const counts = countRecorded(outsideMaterial(values.fixtures).exchanges ?? "");
  if (counts.size === 0) return [`None were found in ${values.fixtures}.`, ""];
  const spoken = new Set(subjects.map(({ dialect }) => dialect.id));
  const others = [...counts].filter(([api]) => !spoken.has(api));
  return [
    "| provider | exchanges | readings | early ends | equal | deviations | failed |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...recordings,
    "",
    ...others.map(
      ([api, count]) =>
        `- ${api}: ${count} exchanges not read. ${unspoken[api] ?? "No provider here speaks it yet."}`,
    ),
    ...Object.entries(deviations).map(([name, { because }]) => `- ${name} deviates: ${because}`),
    "",
  ];
}

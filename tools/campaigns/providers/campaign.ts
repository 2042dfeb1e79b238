import { writeFileSync } from "node:fs";
import {
  casesOf,
  type ReportColumn,
  conformanceReport,
  countRecorded,
  runConformance,
} from "../../../packages/provider-conformance/src/cases.ts";
import { deviations, outsideMaterial, outsidePath, unspoken } from "../../../packages/test-kit/src/index.ts";
import { defineCampaign } from "../runner/campaign.ts";
import { flag, names, text } from "../runner/option.ts";
import { sentTable } from "./sent-table.ts";
import { subjects } from "./subjects.ts";

export const campaign = defineCampaign({
  details: "The report is for the pull request of a provider. Fails if a case does.",
  options: {
    provider: names({
      about: "Only providers whose name contains it",
      placeholder: "NAME",
      noun: "provider",
      of: () => subjects.map(({ name }) => name),
    }),
    fixtures: text("FOLDER", "Where recordings are (default: SKEIN_FIXTURES)"),
    quick: flag("Cut replies in fewer places"),
    out: text("FILE", "Write the report to this file, too"),
  },
  async run({ provider, fixtures = outsidePath(""), quick, out }, report) {
    const columns: ReportColumn[] = [];
    const recordings: string[] = [];
    for (const subject of subjects.filter(({ name }) => provider.includes(name))) {
      const started = performance.now();
      const readings = { whole: 0, cut: 0, "early-end": 0 };
      const material = {
        ...outsideMaterial(fixtures),
        thorough: !quick,
        onReading: (what: keyof typeof readings) => readings[what]++,
      };
      const results = await runConformance(subject, casesOf(subject, material));
      columns.push({ name: subject.name, results });
      for (const { id, verdict } of results)
        if (verdict.kind === "fail") report.fail(`${subject.name}: ${id}`);
      const recorded = results.filter(({ id }) => id.startsWith("recorded/"));
      const equal = recorded.filter(({ verdict }) => verdict.kind === "pass").length;
      const deviating = recorded.filter(({ id }) =>
        Object.hasOwn(deviations, id.replace("recorded/", "")),
      ).length;
      const { whole, cut, "early-end": early } = readings;
      recordings.push(
        `| ${[subject.name, recorded.length, whole + cut, early, equal - deviating, deviating, recorded.length - equal].join(" | ")} |`,
      );
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      report.progress(`${subject.name}: ${results.length} cases, ${seconds} s`);
    }
    const page = [
      conformanceReport(columns),
      "## What is sent",
      "",
      await sentTable(),
      "",
      "## Recordings",
      "",
      ...recordingLines(fixtures, recordings),
    ].join("\n");
    if (out !== undefined) writeFileSync(out, page);
    report.print(page);
  },
});

function recordingLines(fixtures: string, recordings: readonly string[]): readonly string[] {
  const counts = countRecorded(outsideMaterial(fixtures).exchanges ?? "");
  if (counts.size === 0) return [`None were found in ${fixtures}.`, ""];
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

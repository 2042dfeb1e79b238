import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runStep } from "../checks/run-step.ts";
import { publishedMembers } from "../packages/published.ts";
import { packageReports } from "./package-reports.ts";

// npm run x -- api: writes what each published package exports to its api.txt.
const root = process.cwd();
const members = publishedMembers(root).filter(({ kind }) => kind === "packages");
const command = ["tsc", "-b", ...members.map(({ folder }) => folder)];
const { ok, output } = await runStep({ name: "types", commands: [command] }, false);
if (ok) {
  const reports = packageReports(root);
  for (const { file, text } of reports) writeFileSync(join(root, file), text);
  console.log(`Wrote the API of ${reports.length} packages.`);
} else {
  console.log(output);
  process.exitCode = 1;
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = "docs/decisions";
const head = /^# .+\n\nDate: \d{4}-\d\d-\d\d\. Status: (accepted|replaced by \[.+\]\(.+\.md\))\.\n/;

/** A decision record says under its title when it was made and whether it is in force. */
export function decisionProblems(root: string): readonly string[] {
  const records = readdirSync(join(root, folder)).filter((name) => name.endsWith(".md"));
  return records
    .filter((name) => !head.test(readFileSync(join(root, folder, name), "utf8")))
    .map((name) => `${folder}/${name}:3: needs "Date: YYYY-MM-DD. Status: accepted." under its title`);
}

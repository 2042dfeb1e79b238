import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = "docs/decisions";
const head = /^# .+\n\nDate: \d{4}-\d\d-\d\d\. Status: (accepted|replaced by \[.+\]\(.+\.md\))\.\n/;

/** A decision record has a number of its own, and says under its title when it was made and whether it is in force. */
export function decisionProblems(root: string): readonly string[] {
  const records = readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .toSorted();
  return records.flatMap((name, index) => {
    const before = records[index - 1];
    const isTaken = before !== undefined && before.slice(0, 4) === name.slice(0, 4);
    return [
      ...(isTaken ? [`${folder}/${name}:1: has the number of ${before}; take the next free one`] : []),
      ...(head.test(readFileSync(join(root, folder, name), "utf8"))
        ? []
        : [`${folder}/${name}:3: needs "Date: YYYY-MM-DD. Status: accepted." under its title`]),
    ];
  });
}

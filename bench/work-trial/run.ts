import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkOut } from "../../tools/bench-compare/check-out.ts";
import { tableOf } from "../../tools/campaigns/runner/table-of.ts";
import { makeRepository } from "./repository.ts";

// node bench/work-trial/run.ts REVISION: 30 calls in a repository of 5,000 files, by the tools of another revision and of
// this checkout. Prints the tokens that the model gets for them, by tool. Counts only, so the load of the machine does
// not matter.
type Counts = Readonly<Record<string, { readonly calls: number; readonly tokens: number }>>;

const [revision] = process.argv.slice(2);
if (revision === undefined) {
  console.error("usage: npm run x -- bench:trial REVISION");
  process.exit(2);
}
const here = fileURLToPath(new URL("../..", import.meta.url));
await using other = await checkOut(revision, here);
const [base, now] = [countsOf(other.root), countsOf(here)];
const tools = Object.keys(now).toSorted();
const sum = (counts: Counts) => tools.reduce((all, tool) => all + (counts[tool]?.tokens ?? 0), 0);
const row = (tool: string) => {
  const [before, after] = [base[tool] ?? { calls: 0, tokens: 0 }, now[tool] ?? { calls: 0, tokens: 0 }];
  return [
    tool,
    ...[before.calls, before.tokens, after.calls, after.tokens].map(String),
    ratio(after.tokens, before.tokens),
  ];
};
console.log(
  tableOf([
    ["tool", `calls, ${revision}`, "tokens", "calls, here", "tokens", "ratio"],
    ...tools.map(row),
    ["all", "", String(sum(base)), "", String(sum(now)), ratio(sum(now), sum(base))],
  ]),
);

function countsOf(root: string): Counts {
  const folder = mkdtempSync(join(tmpdir(), "skein-trial-"));
  try {
    const repository = join(folder, "repository");
    mkdirSync(repository);
    makeRepository(repository);
    const script = fileURLToPath(new URL("do-steps.ts", import.meta.url));
    const told = execFileSync(process.execPath, [script, root, repository, join(folder, "outputs")], {
      encoding: "utf8",
    });
    return JSON.parse(told) as Counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function ratio(after: number, before: number): string {
  return before === 0 ? "" : (after / before).toFixed(2);
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runIn } from "../packages/run-in.ts";
import { judge, readReviews, type Advisory } from "./judge.ts";

// npm run x -- audit [--registry URL]: asks the registry which installed versions are known to be vulnerable. Exits with
// 1 if there is one without a review, and with 2 if the registry gives no answer.
const root = join(import.meta.dirname, "../..");
process.exitCode = await audit(process.argv.slice(2));

async function audit(args: readonly string[]): Promise<0 | 1 | 2> {
  const reviews = readReviews(readFileSync(join(import.meta.dirname, "reviewed.json"), "utf8"));
  const { output } = await runIn({ cwd: root }, "pnpm", "audit", "--json", ...args);
  const advisories = advisoriesIn(output);
  if (advisories === undefined) {
    console.log(`${output.trim()}\nThe registry gave no answer: nothing is known of the installed versions.`);
    return 2;
  }
  const problems = judge(advisories, reviews, new Date().toISOString().slice(0, 10));
  for (const problem of problems) console.log(problem);
  console.log(
    problems.length === 0
      ? `No advisory without a review; ${Object.keys(reviews).length} reviewed.`
      : "Update the package. If that is not possible and it does not concern Skein, say why in tools/audit/reviewed.json.",
  );
  return problems.length === 0 ? 0 : 1;
}

/** `undefined`: it is no report. */
function advisoriesIn(output: string): readonly Advisory[] | undefined {
  try {
    const { advisories } = JSON.parse(output.slice(0, output.lastIndexOf("}") + 1)) as {
      readonly advisories?: Readonly<Record<string, Advisory>>;
    };
    return advisories && Object.values(advisories);
  } catch {
    return undefined;
  }
}

import { parseArgs } from "node:util";
import { tableOf } from "../pairs/table.ts";
import { corpus } from "../../packages/shell-analysis/test/corpus.ts";
import { commands, decisions } from "./commands.ts";
import { judgeIn, rules } from "./judged.ts";
import { allowedMutations } from "./mutated.ts";
import { project } from "./project.ts";
import { questionsOfADay } from "./day.ts";

// node tools/permissions-proof/run.ts [--mutations N] [--seed N]: what the default mode decides of shell commands. Ends
// with 1 when an evasive command is allowed in any spelling, a decision is another than it was, more than one in twenty
// benign commands asks, or a day's work asks more than six times.
const { values } = parseArgs({
  options: {
    mutations: { type: "string", default: "300" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const [count, seed] = [Number(values.mutations), Number(values.seed)];
using folder = project();
const judge = judgeIn(folder, rules);
const judgeWithoutRules = judgeIn(folder, []);

const rows: string[][] = [["commands", "number", "allow", "ask", "deny"]];
const failures: string[] = [];
const expected = decisions();
for (const [name, all] of Object.entries(commands())) {
  const decide = name === "benign" ? judgeWithoutRules : judge;
  const found = await Promise.all(all.map(async (command) => [command, await decide(command)] as const));
  const share = (verdict: string): number => found.filter(([, one]) => one.startsWith(verdict)).length;
  rows.push([name, String(all.length), ...["allow", "ask", "deny"].map((verdict) => String(share(verdict)))]);
  for (const [command, decision] of found)
    if (decision !== expected[command])
      failures.push(`${command}: ${decision}, expected ${expected[command] ?? "no such command"}`);
  if (name === "benign" && share("ask") > all.length / 20) failures.push("Too many benign commands ask.");
}
console.log(tableOf(rows));

const evasive = [...commands().evasive, ...corpus("evasive").map(({ command }) => command)];
const allowed = await allowedMutations(judge, evasive, { count, seed });
for (const command of evasive)
  if ((await judge(command)).startsWith("allow")) failures.push(`allowed: ${command}`);
failures.push(...allowed.map((command) => `allowed: ${JSON.stringify(command)}`));
console.log(
  `${evasive.length} evasive commands, ${count} mutations of each, seed ${seed}: ${allowed.length} allowed`,
);

const day = await questionsOfADay(folder);
console.log(`A day's work of ${day.commands} commands: ${day.questions.length} questions`);
for (const question of day.questions) console.log(`  ${question}`);
if (day.questions.length > 6) failures.push("A day's work asks more than six times.");

for (const failure of failures.slice(0, 50)) console.log(failure);
process.exitCode = failures.length === 0 ? 0 : 1;

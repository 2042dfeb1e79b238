import { corpus } from "../../../packages/permissions/test/shell-analysis/corpus.ts";
import { defineCampaign } from "../runner/campaign.ts";
import { NotStarted } from "../runner/not-started.ts";
import { count, seed } from "../runner/option.ts";
import { canaries } from "./canaries.ts";
import { commands, decisions } from "./commands.ts";
import { questionsOfADay } from "./day.ts";
import { judgeIn, rules } from "./judged.ts";
import { allowedMutations } from "./mutated.ts";
import { project } from "./project.ts";
import { ranLines } from "./ran.ts";

export const campaign = defineCampaign({
  details:
    "Fails if an evasive command is allowed in any spelling, a decision is another than it was, more than one in twenty benign commands asks, a day's work asks more than six times, or a line that is allowed reads or changes more than its rule or mode shows.",
  options: {
    mutations: count({ about: "Spellings of each evasive command", default: 300, least: 0 }),
    lines: count({
      about: "Lines that are allowed and run for real, in a sandbox with canaries",
      default: 1_000,
      least: 0,
    }),
    from: count({
      about: "How many of the lines were run before, with the same seed; the others follow",
      default: 0,
      least: 0,
    }),
    seed: seed(),
  },
  async run({ mutations, lines, from, seed: own }, report) {
    if (from > lines)
      throw new NotStarted(`Invalid value for --from: "${from}". Use at most the ${lines} of --lines.`);
    using folder = project();
    const judge = judgeIn(folder, rules);
    const judgeWithoutRules = judgeIn(folder, []);

    const rows: string[][] = [["commands", "number", "allow", "ask", "deny"]];
    const expected = decisions();
    for (const [name, all] of Object.entries(commands())) {
      const decide = name === "benign" ? judgeWithoutRules : judge;
      const found = await Promise.all(all.map(async (command) => [command, await decide(command)] as const));
      const share = (verdict: string): number => found.filter(([, one]) => one.startsWith(verdict)).length;
      rows.push([
        name,
        String(all.length),
        ...["allow", "ask", "deny"].map((verdict) => String(share(verdict))),
      ]);
      for (const [command, decision] of found)
        if (decision !== expected[command])
          report.fail(`${command}: ${decision}, expected ${expected[command] ?? "no such command"}`);
      if (name === "benign" && share("ask") > all.length / 20) report.fail("Too many benign commands ask.");
    }
    report.table(rows);

    const evasive = [...commands().evasive, ...corpus("evasive").map(({ command }) => command)];
    const allowed = await allowedMutations(judge, evasive, {
      count: mutations,
      seed: own,
      pause: () => report.pause(),
    });
    for (const command of evasive)
      if ((await judge(command)).startsWith("allow")) report.fail(`allowed: ${command}`);
    for (const command of allowed) report.fail(`allowed: ${JSON.stringify(command)}`);
    report.print(
      `${evasive.length} evasive commands, ${mutations} mutations of each, seed ${own}: ${allowed.length} allowed`,
    );

    const day = await questionsOfADay(folder);
    report.print(`A day's work of ${day.commands} commands: ${day.questions.length} questions`);
    for (const question of day.questions) report.print(`  ${question}`);
    if (day.questions.length > 6) report.fail("A day's work asks more than six times.");

    if (lines === 0) return;
    using world = canaries();
    const results = await ranLines(world, {
      count: lines,
      from,
      seed: own,
      corpus: commands().benign,
      pause: () => report.pause(),
    });
    report.table([
      ["lines", "judged", "run", "that did more"],
      ...results.map(({ name, judged, ran, broken }) => [
        name,
        String(judged),
        String(ran),
        String(broken.length),
      ]),
    ]);
    for (const line of results.flatMap(({ broken }) => broken))
      report.fail(`did more than it shows: ${line}`);
  },
});

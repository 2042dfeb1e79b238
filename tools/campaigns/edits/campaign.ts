import { developer } from "../../../packages/extensions-builtin/src/developer/index.ts";
import { temporaryFolder } from "../../../packages/test-kit/src/index.ts";
import { defineCampaign } from "../runner/campaign.ts";
import { names, seed } from "../runner/option.ts";
import { casesOf } from "./cases.ts";
import { runLongLine } from "./long-line.ts";
import { runCase, type Result } from "./run-case.ts";

const results: readonly Result[] = ["at once", "one turn later", "not recovered", "wrong bytes"];

export const campaign = defineCampaign({
  details:
    "Each is done as asked, byte for byte, or refused in words from which the next call does it. Fails if one is neither. Needs 1 GB of disk.",
  options: {
    seed: seed(1),
    show: names({
      about: "Print what the tools said of the cases whose kind contains it",
      placeholder: "KIND",
      noun: "kind of case",
      of: () => [...new Set(casesOf(1).map(({ kind }) => kind))],
      isEmptyWithout: true,
    }),
  },
  async run({ seed: own, show }, report) {
    const counts = new Map<string, Map<Result, number>>();
    await using folder = await temporaryFolder();
    const extension = developer();
    await using _ = { [Symbol.asyncDispose]: async () => await extension.close() };

    const note = (kind: string, result: Result): void => {
      const row = counts.get(kind) ?? new Map<Result, number>();
      counts.set(kind, row.set(result, (row.get(result) ?? 0) + 1));
    };
    const cases = casesOf(own);
    for (const [at, one] of cases.entries()) {
      await report.pause();
      report.step(at, cases.length);
      const { result, said } = await runCase(extension, folder.path, one);
      note(one.kind, result);
      const story = `${one.kind}: ${result}\n${said.join("\n\n")}\n`;
      if (result === "not recovered" || result === "wrong bytes") report.fail(story);
      else if (show.includes(one.kind)) report.print(`--- ${story}`);
    }
    const long = await runLongLine(extension, folder.path);
    note("a line of 500 MB", long.result);
    if (long.result !== "at once" && long.result !== "one turn later")
      report.fail(`a line of 500 MB: ${long.result}`);

    const sum = (result: Result) =>
      [...counts.values()].reduce((all, row) => all + (row.get(result) ?? 0), 0);
    const total = results.reduce((all, result) => all + sum(result), 0);
    const rows = [...counts].map(([kind, row]) => [
      kind,
      ...results.map((result) => String(row.get(result) ?? 0)),
    ]);
    report.table([
      ["case", ...results],
      ...rows,
      [`all ${total}`, ...results.map((result) => String(sum(result)))],
    ]);
  },
});

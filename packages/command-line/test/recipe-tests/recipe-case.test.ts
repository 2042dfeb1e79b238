import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { recorded, scriptedModel, scriptedProvider, tapeModel } from "@skein/provider-replay";
import { readTests, runTests, type TestCaseResult } from "@skein/recipes/tests";
import { machineOf } from "@skein/test-host";
import { collect, never, requestOf, temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { caseRunner, type CannedModels } from "../../src/recipe-tests/index.ts";

const retry = { clock: { sleep: () => Promise.resolve() } };
const models: CannedModels = {
  script: (path) => scriptedProvider({ retry }).model(path),
  tape: (text) => tapeModel(text, { verify: false }),
};
const recipe = "version: 1.0.0\ntitle: Case\ndescription: Is run.\nprompt: Go.\n";

/** Runs the cases of a test file beside a recipe, with nothing started for them. */
async function results(
  tests: object,
  files: Readonly<Record<string, string>> = {},
): Promise<readonly TestCaseResult[]> {
  await using folder = await temporaryFolder();
  const all = { "case.yaml": recipe, ...files };
  for (const [name, text] of Object.entries(all)) await writeFile(join(folder.path, name), text);
  const text = JSON.stringify({ recipe: "case.yaml", ...tests });
  const { problems, cases } = await readTests({ text, file: join(folder.path, "case.test.yaml") });
  expect(problems).toEqual([]);
  const run = caseRunner(machineOf(join(folder.path, "machine")), {
    providers: ["replay"],
    models,
    cwd: folder.path,
    warn: () => undefined,
    isTrusted: async () => false,
  });
  return await runTests(cases, run);
}

interface Turn {
  readonly text?: string;
  readonly calls?: readonly object[];
}

function start(instructions: string, child: readonly Turn[], more: object = {}): object {
  return { name: "subagent", input: { instructions, ...more }, child };
}

function shell(command: string): Turn {
  return { calls: [{ name: "shell", input: { command } }] };
}

function resultsOf([result]: readonly TestCaseResult[]): readonly string[] {
  return (result?.observed?.calls ?? []).map((call) => call.result);
}

describe.concurrent("the model of a case", () => {
  it("gives each of many agents at work at once its own turns, those below them too", async () => {
    const names = ["one", "two", "three", "four", "five"];
    const below = (name: string) =>
      start(`Below ${name}`, [shell(`echo below ${name}`), { text: `${name}, below` }]);
    const calls = names.map((name) =>
      start(`Above ${name}`, [shell(`echo ${name}`), { calls: [below(name)] }, { text: `${name}, above` }], {
        summary: false,
      }),
    );
    const run = await results({
      model: { turns: [{ calls }, { text: "All." }] },
      expect: { text: "All." },
    });
    expect(run[0]?.mismatches).toEqual([]);
    const told = resultsOf(run);
    for (const [at, name] of names.entries()) {
      const said = told[at] ?? "";
      expect(said).toContain(`Above ${name}`);
      expect(said).toMatch(new RegExp(`${name}[^]*${name}, below[^]*${name}, above`));
      expect(names.filter((other) => said.includes(other))).toEqual([name]);
    }
  });

  it("has turns for a second run of the same subagent's task", async () => {
    const again = (word: string) => ({ calls: [start("The same.", [{ text: word }])] });
    const run = await results({
      model: { turns: [again("First."), again("Second."), { text: "Done." }] },
      expect: { text: "Done." },
    });
    expect(resultsOf(run)).toEqual(["First.", "Second."]);
  });

  it("says so when a subagent has no turns", async () => {
    const turn = { calls: [{ name: "subagent", input: { instructions: "Look." } }] };
    const run = await results({ model: { turns: [turn, { text: "Done." }] }, expect: { text: "Done." } });
    expect(resultsOf(run)[0]).toContain("The script has only 0 turns");
  });

  it("can be a script, and fails as the script says, without waiting", async () => {
    const busy = { error: { code: "overloaded", retryable: true, retryAfterMs: 60_000 } };
    const script = JSON.stringify({ turns: [busy, { text: "At last." }] });
    const [fine, broken, gone] = await results(
      {
        cases: [
          { model: { script: "script.json" }, expect: { text: "At last.", limits: { turns: 1 } } },
          { model: { turns: [{ error: { code: "auth" } }] }, expect: { outcome: "provider" } },
          { model: { script: "nowhere.json" }, expect: { text: "x" } },
        ],
      },
      { "script.json": script },
    );
    expect([fine, broken].flatMap((each) => each?.mismatches)).toEqual([]);
    expect(gone?.mismatches[0]?.message).toContain("nowhere.json cannot be read");
  });
});

describe.concurrent("a tape", () => {
  it("answers as it was recorded, and costs what it cost then", async () => {
    const lines: string[] = [];
    const usage = { input: 1000, output: 100, cacheRead: 0, cacheWrite: 0 };
    const price = { input: 10, output: 100 };
    const model = scriptedModel([{ content: [{ type: "text", text: "Taped." }], usage }], { price });
    await collect(recorded(model, (line) => void lines.push(line)).stream(requestOf([]), never));
    const cases = [
      { model: { tape: "case.tape" }, expect: { text: "Taped.", limits: { cost_usd: 0.02 } } },
      { model: { tape: "case.tape" }, expect: { limits: { cost_usd: 0.0199 } } },
      { model: { tape: "no.tape" }, expect: { outcome: "not-started" } },
    ];
    const run = await results({ cases }, { "case.tape": lines.join("\n") });
    expect(run.map(({ mismatches }) => mismatches.map(({ message }) => message))).toEqual([
      [],
      ["The cost in US dollars is 0.02, more than 0.0199."],
      [],
    ]);
  });
});

describe.concurrent("a case", () => {
  it("sees what keeps a recipe from starting as the outcome", async () => {
    const run = await results(
      {
        model: { turns: [] },
        cases: [
          { expect: { outcome: "not-started" } },
          { parameters: { word: "x" }, expect: { outcome: "extension" } },
          { parameters: { word: "x" }, expect: { text: "x" } },
        ],
      },
      {
        "case.yaml": `${recipe.replace("Go.", "Go {{ word }}.")}parameters:
  - { key: word, input_type: string, requirement: required, description: A word }
extensions:
  - { type: stdio, name: gone, cmd: ./no-such-program, args: [] }
`,
      },
    );
    expect(run.map(({ mismatches }) => mismatches.length)).toEqual([0, 0, 2]);
    expect(run[2]?.mismatches[0]?.message).toMatch(/^The outcome is extension, not done: .*gone/);
  });

  it("has a workspace of its own, also beside others", async () => {
    const write = { calls: [{ name: "shell", input: { command: "ls; echo x > left.txt" } }] };
    const run = await results({
      model: { turns: [write, { text: "Done." }] },
      matrix: { n: ["1", "2", "3"] },
      parameters: {},
      expect: {
        calls: [{ tool: "shell", result: { lacks: "left.txt" } }],
        files: { "left.txt": { equals: "x\n" } },
      },
    });
    expect(run.flatMap(({ mismatches }) => mismatches)).toEqual([]);
  });
});

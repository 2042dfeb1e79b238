import { describe, expect, it } from "vitest";
import { caseMutations } from "../../src/tests/mutate/case-mutations.ts";
import { changedRecipe, type Measures } from "../../src/tests/mutate/changed-recipe.ts";
import { findSurvivors } from "../../src/tests/mutate/find-survivors.ts";
import { casesOf } from "./cases.ts";
import { smallRunner } from "./small-runner.ts";

const head = `
recipe: /r/review.yaml
files: { a.txt: hello }
model:
  turns:
    - text: I read.
      calls: [{ name: read, input: { path: a.txt } }, { name: write, input: { path: b.txt, content: hello } }]
    - text: Handing over.
      calls: [{ name: final_output, input: { verdict: ok, note: n } }]
    - text: Never said.
`;
const good = `${head}expect:
  text: Handing over
  calls: [{ tool: read, result: hello }, { tool: write, input: { content: hello } }, final_output]
  files: { b.txt: { equals: hello }, a.txt: { lacks: bye }, c.txt: { absent: true } }
  output: { verdict: ok }
  decisions: { write: allow }
  limits: { turns: 2 }
`;

const measured = (commands: readonly string[], required: readonly string[] = ["verdict"]): Measures => ({
  retry: { maxRetries: 1, checks: commands.map((command) => ({ type: "shell", command })) },
  responseSchema: { type: "object", required },
});

async function survivorsOf(text: string, measures: Measures) {
  const report = await findSurvivors(await casesOf(text), smallRunner(measures), {
    measures: () => measures,
  });
  return { ...report, survivors: report.survivors.map(({ path }) => path) };
}

describe("mutations of a case", () => {
  it("remove each thing that its run does", async () => {
    const [test] = await casesOf(good);
    expect(caseMutations(test!).map(({ what }) => what)).toEqual([
      "turn 1 does not call read",
      "turn 1 calls read without its input",
      "turn 1 does not call write",
      "turn 1 calls write without its input",
      "turn 2 does not call final_output",
      "turn 2 passes no verdict",
      "turn 2 passes no note",
      "turn 3 gives another answer",
      "the file a.txt is missing at the start",
    ]);
  });

  it("reach into the turns of subagents", async () => {
    const [test] = await casesOf(`
recipe: /r/review.yaml
model:
  turns:
    - calls:
        - name: subagent
          input: { subrecipe: count }
          child: [{ calls: [{ name: shell, input: { command: ls } }], text: Listing }, { text: Three. }]
    - text: Done.
expect: { text: Done }
`);
    expect(caseMutations(test!).map(({ what }) => what)).toEqual([
      "turn 1 does not call subagent",
      "turn 1 calls subagent without its input",
      "turn 1 of call 1, turn 1 does not call shell",
      "turn 1 of call 1, turn 1 calls shell without its input",
      "turn 1 of call 1, turn 2 gives another answer",
      "turn 2 gives another answer",
    ]);
    const inner = caseMutations(test!)[2]?.test.model;
    expect(inner).toEqual({
      turns: [
        {
          calls: [
            {
              name: "subagent",
              input: { subrecipe: "count" },
              child: [{ text: "Listing" }, { text: "Three." }],
            },
          ],
        },
        { text: "Done." },
      ],
    });
  });

  it("differ from the case, and leave it as it is", async () => {
    const [test] = await casesOf(good);
    const before = JSON.stringify(test);
    const all = caseMutations(test!).map((mutation) => JSON.stringify(mutation.test));
    expect(new Set([before, ...all]).size).toBe(all.length + 1);
    expect(JSON.stringify(test)).toBe(before);
  });
});

describe("tests that can fail", () => {
  it("leave no survivors", async () => {
    const report = await survivorsOf(good, measured(["test -f b.txt", "grep -q hello b.txt"]));
    expect(report).toMatchObject({ red: [], survivors: [], isCut: false });
    expect(report.unnoticed.map(({ what }) => what)).toEqual([
      "turn 2 passes no note",
      "turn 3 gives another answer",
    ]);
  });
});

describe("tests that cannot fail", () => {
  it.each([
    ['text: ""', "expect.text"],
    ['text: { matches: ".*" }', "expect.text.matches"],
    ["prompt: { contains: ['', Do] }", "expect.prompt.contains[0]"],
    ['calls: [{ tool: read, result: "" }]', "expect.calls[0].result"],
    ["limits: { turns: .inf }", "expect.limits.turns"],
  ])("are found: %s", async (expectation, path) => {
    const { survivors } = await survivorsOf(`${head}expect: { ${expectation} }\n`, measured([]));
    expect(survivors).toEqual([path]);
  });

  it("are told of with their place", async () => {
    const measures = measured([]);
    const cases = await casesOf(`${head}expect:\n  text: ""\n`);
    const { survivors } = await findSurvivors(cases, smallRunner(measures), { measures: () => measures });
    expect(survivors).toMatchObject([{ kind: "expectation", line: 12, column: 3, path: "expect.text" }]);
  });
});

describe("checks of a recipe that cannot fail", () => {
  it("are found, whatever the others do", async () => {
    const { survivors } = await survivorsOf(good, measured(["true", "test -f b.txt", "test -d ."]));
    expect(survivors).toEqual(["retry.checks[0]", "retry.checks[2]"]);
  });

  it("are found when no case looks at them", async () => {
    const text = good
      .replace("expect:\n", "expect:\n  outcome: provider\n")
      .replace(
        "    - text: Handing over.\n      calls: [{ name: final_output, input: { verdict: ok, note: n } }]\n",
        "",
      );
    const bare = text
      .split("\n")
      .filter((line) => !/Handing|calls: \[\{ tool|output|limits/.test(line))
      .join("\n");
    const report = await survivorsOf(bare, measured(["test -f b.txt"]));
    expect(report.red).toEqual([]);
    expect(report.survivors).toEqual(["retry.checks[0]", "retry.checks[0]", "response"]);
  });

  it("are found for a response schema that takes everything", async () => {
    expect((await survivorsOf(good, measured(["test -f b.txt"], []))).survivors).toEqual(["response"]);
  });
});

describe("the report", () => {
  it("says nothing of cases that are red as they are", async () => {
    const { red, survivors } = await survivorsOf(`${head}expect: { text: none }\n`, measured(["true"]));
    expect(red).toHaveLength(1);
    expect(survivors).toEqual([]);
  });

  it("says when it was cut", async () => {
    const measures = measured(["true"]);
    const cases = await casesOf(good);
    const report = await findSurvivors(cases, smallRunner(measures), {
      measures: () => measures,
      mostRuns: 5,
    });
    expect(report).toMatchObject({ runs: 5, isCut: true });
  });
});

describe("a recipe that is changed", () => {
  it("has the checks and the schema of the mutation, and else what it had", () => {
    const recipe = { ...measured(["a", "b", "c"]), title: "T" };
    const changed = changedRecipe(recipe, { checks: ["stays", "passes", "fails"], anyOutput: true });
    expect(changed).toEqual({
      title: "T",
      retry: {
        maxRetries: 1,
        checks: ["a", "exit 0", "exit 1"].map((command) => ({ type: "shell", command })),
      },
      responseSchema: { type: "object" },
    });
    expect(changedRecipe(recipe, undefined)).toBe(recipe);
    expect(changedRecipe({ responseSchema: { type: "string" } }, { anyOutput: true })).toEqual({
      responseSchema: {},
    });
  });
});

import { describe, expect, it } from "vitest";
import { caseMutations } from "../../src/tests/mutate/case-mutations.ts";
import { changedRecipe, type Measures } from "../../src/tests/mutate/changed-recipe.ts";
import { findSurvivors } from "../../src/tests/mutate/find-survivors.ts";
import type { Observed } from "../../src/tests/observed.ts";
import type { RunCase } from "../../src/tests/run-tests.ts";
import { casesOf } from "./cases.ts";
import { smallRunner } from "./small-runner.ts";

const head = `
recipe: /r/review.yaml
files: { a.txt: hello }
model:
  turns:
    - calls: [{ name: read, input: { path: a.txt } }, { name: write, input: { path: b.txt, content: hello } }]
    - text: All done.
`;
const noMeasures: Measures = {};

async function survivorsOf(expectations: string): Promise<readonly string[]> {
  const cases = await casesOf(`${head}expect:\n${expectations.replaceAll(/^/gm, "  ")}\n`);
  const report = await findSurvivors(cases, smallRunner(noMeasures), { measures: () => noMeasures });
  expect(report.red).toEqual([]);
  return report.survivors.map(({ path }) => path);
}

describe("an expectation that can fail is no survivor", () => {
  it.each([
    "outcome: done",
    "text: { lacks: bad }",
    "prompt: { lacks: bad }",
    "prompt: Do it",
    "files: { b.txt: { lacks: bad } }",
    "files: { b.txt: { matches: ^hel } }",
    "files: { c.txt: { absent: true } }",
    "calls: [{ tool: read, failed: false }]",
    "calls: [{ tool: read, result: { lacks: bye, contains: hell } }]",
    "calls: { others: none, list: [read, write] }",
    "calls: { order: any, list: [write, read] }",
    "decisions: { read: allow }",
    "limits: { turns: 2 }",
    "limits: { calls: 2 }",
    "limits: { tokens: 22 }",
  ])("%s", async (expectation) => {
    // A text that may not be there in a call's result is never seen to fail: nothing puts it there.
    const unseen = expectation.includes("result: { lacks") ? ["expect.calls[0].result.lacks"] : [];
    expect(await survivorsOf(expectation)).toEqual(unseen);
  });
});

describe("an expectation that accepts anything is a survivor", () => {
  it.each([
    ["text: { lacks: '', contains: All }", undefined],
    ["text: { contains: [All, ''] }", "expect.text.contains[1]"],
    ["text:\n  matches: ['^All', '^']", "expect.text.matches[1]"],
    ["files: { b.txt: { contains: [hello, ''] } }", undefined],
    ["calls: [read, { tool: write, result: { matches: '.*' } }]", "expect.calls[1].result.matches"],
  ])("%s", async (expectation, path) => {
    if (path === undefined) return;
    expect(await survivorsOf(expectation)).toEqual([path]);
  });
});

describe("cases of several recipes", () => {
  it("are measured by their own recipe only", async () => {
    const text = (recipe: string) => head.replace("/r/review.yaml", recipe);
    const expectation = "expect: { text: All done }\n";
    const cases = [
      ...(await casesOf(text("/r/one.yaml") + expectation)),
      ...(await casesOf(text("/r/two.yaml") + expectation)),
    ];
    const asked: string[] = [];
    const check = (command: string): Measures => ({
      retry: { maxRetries: 1, checks: [{ type: "shell", command }] },
    });
    const measures: Readonly<Record<string, Measures>> = {
      "/r/one.yaml": check("test -f b.txt"),
      "/r/two.yaml": check("true"),
    };
    const report = await findSurvivors(
      cases,
      (test, signal) => smallRunner(measures[test.recipe]!)(test, signal),
      {
        measures: (recipe) => {
          asked.push(recipe);
          return measures[recipe]!;
        },
      },
    );
    expect(asked).toEqual(["/r/one.yaml", "/r/two.yaml"]);
    expect(report.survivors).toMatchObject([
      {
        kind: "check",
        recipe: "/r/two.yaml",
        path: "retry.checks[0]",
        message: 'No mutation of a run makes the check "true" fail.',
      },
    ]);
  });
});

describe("the runs of a search for survivors", () => {
  it("are counted, and each case is run as it is first", async () => {
    const [test] = await casesOf(`${head}expect: { text: All done }\n`);
    const started: string[] = [];
    const counting: RunCase = (each, signal) => {
      started.push(JSON.stringify(each));
      return smallRunner(noMeasures)(each, signal);
    };
    const report = await findSurvivors([test!], counting, { measures: () => noMeasures });
    expect(started[0]).toBe(JSON.stringify(test));
    expect(report).toMatchObject({ runs: 1 + caseMutations(test!).length, isCut: false });
    expect(started).toHaveLength(report.runs);
  });

  it("are none where a case cannot be tried", async () => {
    const cases = await casesOf(`${head}expect: { text: All done }\n`);
    const failing: RunCase = () => Promise.reject<Observed>(new Error("no room"));
    const report = await findSurvivors(cases, failing, { measures: () => noMeasures });
    expect(report).toMatchObject({ runs: 1, survivors: [], unnoticed: [] });
    expect(report.red).toHaveLength(1);
  });

  it("end with the reason of the signal", async () => {
    const cases = await casesOf(`${head}expect: { text: All done }\n`);
    const reason = new Error("enough");
    const search = findSurvivors(cases, smallRunner(noMeasures), {
      measures: () => noMeasures,
      signal: AbortSignal.abort(reason),
    });
    await expect(search).rejects.toBe(reason);
  });
});

describe("a mutated turn", () => {
  const whatOf = async (turns: string) => {
    const [test] = await casesOf(`recipe: /r.yaml\nmodel: { turns: [${turns}] }\nexpect: { text: a }\n`);
    return caseMutations(test!).map(({ what, test: mutated }) => [what, mutated.model]);
  };

  it.each<[turn: string, mutations: readonly unknown[]]>([
    ["{ text: a }", [["turn 1 gives another answer", { turns: [{ text: "-" }] }]]],
    ["{ text: '-' }", []],
    ["{ stop: length }", []],
    ["{ calls: [{ name: ls }] }", [["turn 1 does not call ls", { turns: [] }]]],
    [
      "{ text: a, calls: [{ name: ls, input: {} }] }",
      [["turn 1 does not call ls", { turns: [{ text: "a" }] }]],
    ],
    ["{ text: a, stop: other, calls: [{ name: ls }] }", [["turn 1 does not call ls", { turns: [] }]]],
    [
      "{ calls: [{ name: final_output, input: { a: { b: 1 } } }] }",
      [
        ["turn 1 does not call final_output", { turns: [] }],
        ["turn 1 passes no a", { turns: [{ calls: [{ name: "final_output", input: {} }] }] }],
        ["turn 1 passes no a.b", { turns: [{ calls: [{ name: "final_output", input: { a: {} } }] }] }],
      ],
    ],
    [
      "{ calls: [{ name: final_output, input: [1] }] }",
      [["turn 1 does not call final_output", { turns: [] }]],
    ],
  ])("%s", async (turn, mutations) => {
    expect(await whatOf(turn)).toEqual(mutations);
  });

  it("is none in a script or a tape", async () => {
    for (const model of ["script: a.json", "tape: a.jsonl"]) {
      const [test] = await casesOf(`recipe: /r.yaml\nmodel: { ${model} }\nexpect: { text: a }\n`);
      expect(caseMutations(test!)).toEqual([]);
    }
  });
});

describe("a recipe as a mutation changes it", () => {
  const measures: Measures = {
    retry: {
      maxRetries: 2,
      checks: ["a", "b", "c"].map((command) => ({ type: "shell", command })),
    },
    responseSchema: { type: "object", required: ["x"] },
  };

  it.each<[change: Parameters<typeof changedRecipe>[1], changed: Measures]>([
    [undefined, measures],
    [{}, measures],
    [
      { checks: ["passes", "stays", "fails"] },
      {
        ...measures,
        retry: {
          maxRetries: 2,
          checks: ["exit 0", "b", "exit 1"].map((command) => ({ type: "shell", command })),
        },
      },
    ],
    [
      { checks: ["fails"] },
      {
        ...measures,
        retry: { maxRetries: 2, checks: ["exit 1", "b", "c"].map((command) => ({ type: "shell", command })) },
      },
    ],
    [{ anyOutput: true }, { ...measures, responseSchema: { type: "object" } }],
    [{ anyOutput: false }, measures],
  ])("%j", (change, changed) => {
    expect(changedRecipe(measures, change)).toEqual(changed);
  });

  it("accepts any result where the schema is of no object, and adds no schema", () => {
    expect(changedRecipe({ responseSchema: { type: "array" } }, { anyOutput: true })).toEqual({
      responseSchema: {},
    });
    expect(changedRecipe({}, { anyOutput: true, checks: ["fails"] })).toEqual({});
  });
});

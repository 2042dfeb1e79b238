import { describe, expect, it } from "vitest";
import { readTests } from "../../src/tests/read/read-tests.ts";
import { casesOf, expecting, file } from "./cases.ts";

const head = "recipe: r.yaml\nmodel: { turns: [] }\n";

async function problemsOf(text: string) {
  const { problems } = await readTests({ text, file });
  return problems.map(({ path, message, fix }) => `${path}: ${message} ${fix}`);
}

describe("a mistake in a file of tests is told of once, with its path and a fix", () => {
  it.each<[expectations: string, problem: string]>([
    ["outcom: done", 'expect.outcom: Unknown field "outcom". Did you mean outcome?'],
    [
      "xyzzy: done",
      'expect.xyzzy: Unknown field "xyzzy". Known: outcome, calls, decisions, output, text, prompt, files, limits.',
    ],
    ["outcome: [done]", "expect.outcome: expect.outcome is a list, not text. Write text."],
    ["text:", "expect.text: expect.text is nothing, not text. Write text."],
    [
      "text: [a]",
      "expect.text: expect.text is a list, not a map of contains, lacks, equals, matches. Write a map of contains, lacks, equals, matches.",
    ],
    [
      "text: { contains: [{ a: b }] }",
      "expect.text.contains[0]: expect.text.contains[0] is a mapping, not text. Write text.",
    ],
    [
      "calls: read",
      "expect.calls: expect.calls is text, not a map of list, order, others. Write a map of list, order, others.",
    ],
    ["calls: { order: any }", "expect.calls.list: expect.calls has no list. List the calls."],
    ["calls: { list: read }", "expect.calls.list: expect.calls.list is text, not a list. Write a list."],
    [
      "calls: [[read]]",
      "expect.calls[0]: expect.calls[0] is a list, not a map of tool, input, result, failed. Write a map of tool, input, result, failed.",
    ],
    [
      "calls: [{ input: {} }]",
      "expect.calls[0].tool: expect.calls[0] has no tool. Name the tool that must be called.",
    ],
    ["calls: [{ tool: [a] }]", "expect.calls[0].tool: expect.calls[0].tool is a list, not text. Write text."],
    ["calls: [null]", "expect.calls[0]: expect.calls[0] is nothing, not text. Write text."],
    [
      "calls: { list: [], order: some }",
      'expect.calls.order: "some" is not valid in expect.calls.order. Use one of: given, any.',
    ],
    [
      "calls: { list: [], others: some }",
      'expect.calls.others: "some" is not valid in expect.calls.others. Use one of: allowed, none.',
    ],
    ["decisions: [read]", "expect.decisions: expect.decisions is a list, not a map. Write a map."],
    ["files: text", "expect.files: expect.files is text, not a map. Write a map."],
    [
      "limits: 3",
      "expect.limits: expect.limits is 3, not a map of turns, calls, tokens, cost_usd. Write a map of turns, calls, tokens, cost_usd.",
    ],
    [
      "limits: { turns: -1 }",
      "expect.limits.turns: expect.limits.turns is -1, not a number, 0 or more. Write a number, 0 or more.",
    ],
    [
      "files: { a: { absent: maybe } }",
      "expect.files.a.absent: expect.files.a.absent is text, not true or false. Write true or false.",
    ],
    [
      "output: { $matches: [a] }",
      'expect.output."$matches": "" is not valid in expect.output."$matches". Write a regular expression: it is not text.',
    ],
    [
      "output: [{ $like: a }]",
      'expect.output[0]: "$like" is not valid in expect.output[0]. Use one of: $contains, $matches, $exactly.',
    ],
    [
      "output: { $contains: a, b: c }",
      'expect.output: "$contains" is not valid in expect.output. Use it alone; put the rest into another expectation.',
    ],
  ])("%s", async (expectations, problem) => {
    expect(await problemsOf(`${head}expect: { ${expectations} }\n`)).toEqual([problem]);
  });

  it.each<[turns: string, problem: string]>([
    ["[a]", "is text, not a map of text, thinking, calls, stop, usage, error"],
    ["[{ text: [a] }]", "model.turns[0].text is a list, not text"],
    ["[{ thinking: {} }]", "model.turns[0].thinking is a mapping, not text"],
    ["[{ calls: ls }]", "model.turns[0].calls is text, not a list"],
    ["[{ calls: [ls] }]", "model.turns[0].calls[0] is text, not a map of name, input, id, child"],
    ["[{ calls: [{ name: ls, child: [{ say: a }] }] }]", 'Unknown field "say"'],
    ["[{ calls: [{ name: ls, child: a }] }]", "model.turns[0].calls[0].child is text, not a list"],
    ["[{ usage: { output: -1 } }]", "model.turns[0].usage.output is -1, not a number, 0 or more"],
    ["[{ usage: { cost: 1 } }]", 'Unknown field "cost"'],
    [
      "[{ error: overloaded }]",
      "model.turns[0].error is text, not a map of code, message, retryable, retryAfterMs",
    ],
    ["[{ error: { message: a } }]", "model.turns[0].error has no code"],
  ])("model: { turns: %s }", async (turns, problem) => {
    const { problems } = await readTests({
      text: `recipe: r.yaml\nmodel: { turns: ${turns} }\nexpect: { text: a }\n`,
      file,
    });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toContain(problem);
  });

  it.each<[model: string, problem: string]>([
    ["{}", '"" is not valid in model.'],
    ["{ script: a, tape: b }", '"script, tape" is not valid in model.'],
    ["text", "model is text, not a map of turns, script, tape."],
    ["{ script: [a] }", "model.script is a list, not text."],
    ["{ tape: }", "model.tape is nothing, not text."],
  ])("model: %s", async (model, problem) => {
    const { problems, cases } = await readTests({
      text: `recipe: r.yaml\nmodel: ${model}\nexpect: { text: a }\n`,
      file,
    });
    expect(problems.map(({ message }) => message)).toEqual([problem]);
    expect(cases).toMatchObject([{ model: { turns: [] } }]);
  });

  it.each<[lines: string, problem: string]>([
    ["cases: []\n", "cases.case: cases has no case. Add a case, or remove cases."],
    ["cases: a\nexpect: { text: a }\n", "cases: cases is text, not a list. Write a list."],
    [
      "cases: [3]\n",
      "cases[0]: cases[0] is 3, not a map of name, parameters, matrix, model, files, mode, expect. Write a map of name, parameters, matrix, model, files, mode, expect.",
    ],
    [
      "cases: [{ name: a }]\n",
      "cases[0].expect: cases[0] has no expect. Say what to expect: expect: { outcome: done }",
    ],
    ["expect: { text: a }\nmatrix: { a: b }\n", "matrix.a: matrix.a is text, not a list. Write a list."],
    ["expect: { text: a }\nparameters: [a]\n", "parameters: parameters is a list, not a map. Write a map."],
    [
      "expect: { text: a }\nparameters: { a: [b] }\n",
      "parameters.a: parameters.a is a list, not text. Write text.",
    ],
    ["expect: { text: a }\nfiles: { a: [b] }\n", "files.a: files.a is a list, not text. Write text."],
    ["expect: { text: a }\nmode: [plan]\n", "mode: mode is a list, not text. Write text."],
    ...["a//b", "./a", "a/..", "/a", "c:a", "a\\\\b"].map((path): [string, string] => [
      `expect: { text: a }\nfiles: { "${path}": x }\n`,
      "Write the path of a file below the workspace, with / between folders.",
    ]),
  ])("%j", async (lines, problem) => {
    const [first, ...others] = await problemsOf(head + lines);
    expect(first).toContain(problem);
    expect(others).toEqual([]);
  });

  it("is one problem for all cases of a matrix", async () => {
    expect(
      await problemsOf(`${head}matrix: { a: [1, 2, 3] }\nexpect: { outcome: fine, text: a }\n`),
    ).toHaveLength(1);
  });
});

describe("what a case says nothing of", () => {
  it("is an outcome that it expects to be done, at its own place", async () => {
    const [only] = await casesOf(`${head}expect: { text: a }\n`);
    expect(only?.expectations[0]).toEqual({
      kind: "outcome",
      outcome: "done",
      path: "expect",
      at: { line: 1, column: 1 },
    });
    const [, second] = await casesOf(`${head}cases:\n  - expect: { text: a }\n  - expect: { text: b }\n`);
    expect(second).toMatchObject({ name: "case 2", at: { line: 5, column: 5 } });
    expect(second?.expectations[0]).toEqual({
      kind: "outcome",
      outcome: "done",
      path: "cases[1].expect",
      at: { line: 5, column: 5 },
    });
  });

  it("comes from the top of the file, and its own comes on top of that", async () => {
    const [one, other] = await casesOf(`${head}parameters: { a: 1, b: 2 }
mode: plan
files: { x: top, y: top }
expect: { text: shared }
cases:
  - {}
  - { parameters: { b: 3 }, mode: auto, files: { y: own }, model: { tape: t.jsonl }, expect: { outcome: limit } }
`);
    expect(one).toMatchObject({
      parameters: { a: "1", b: "2" },
      mode: "plan",
      files: { x: "top", y: "top" },
      model: { turns: [] },
    });
    expect(one?.expectations.map(({ kind }) => kind)).toEqual(["outcome", "text"]);
    expect(other).toMatchObject({
      parameters: { a: "1", b: "3" },
      mode: "auto",
      files: { x: "top", y: "own" },
      model: { tape: "/project/t.jsonl" },
    });
    expect(other?.expectations).toMatchObject([{ kind: "text" }, { kind: "outcome", outcome: "limit" }]);
  });

  it("has a number where two cases have one name", async () => {
    const cases = await casesOf(
      `${head}expect: { text: a }\ncases: [{ name: a }, { name: a }, { name: b }, { name: a }]\n`,
    );
    expect(cases.map(({ name }) => name)).toEqual(["a", "a (2)", "b", "a (3)"]);
  });
});

describe("expectations", () => {
  it("of calls are in their order and allow others, unless they say otherwise", async () => {
    const calls = async (text: string) =>
      (await expecting(text)).expectations.find(({ kind }) => kind === "calls");
    expect(await calls("calls: [a]")).toMatchObject({ order: "given", others: "allowed" });
    expect(await calls("calls: []")).toMatchObject({ order: "given", others: "none", calls: [] });
    expect(await calls("calls: { list: [a] }")).toMatchObject({ order: "given", others: "allowed" });
    expect(await calls("calls: { list: [], order: any, others: none }")).toMatchObject({
      order: "any",
      others: "none",
    });
  });

  it("of a file that is not absent are none", async () => {
    const { expectations } = await expecting("files: { a: { absent: false }, b: { absent: true } }");
    expect(expectations.slice(1)).toEqual([
      { kind: "absent", file: "b", path: "expect.files.b.absent", at: { line: 5, column: 39 } },
    ]);
  });
});

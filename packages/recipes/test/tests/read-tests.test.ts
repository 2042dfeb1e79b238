import { readFile } from "node:fs/promises";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTests } from "../../src/tests/read/read-tests.ts";
import { casesOf, file } from "./cases.ts";

const whole = `
recipe: recipes/review.yaml
parameters: { depth: 2 }
matrix: { language: [rust, ts] }
files:
  src/main.txt: "fn main"
  empty.txt:
model:
  turns:
    - text: I look at {{ language }}.
      calls: [{ name: read, input: { path: "src/{{ language }}.txt" } }]
    - { text: Done, usage: { input: 10, output: 2 } }
cases:
  - name: plain
    expect: { text: "{{ language }} {{ other }}" }
  - name: denied
    matrix: { strict: [true] }
    mode: plan
    model: { script: ./deny.json }
    files: { "more.txt": x }
    expect:
      outcome: denied
      calls:
        order: any
        others: none
        list: [read, { tool: shell, input: { command: { $matches: ^ls } }, failed: true, result: { contains: [a, b] } }]
      decisions: { shell: deny }
      output: { a: 1 }
      files:
        out.txt: { equals: x, lacks: y }
        gone.txt: { absent: true }
      prompt: { matches: "Review .*" }
      limits: { turns: 3, tokens: 1000, cost_usd: 0.5, calls: 2 }
`;

describe("a file of tests", () => {
  it("becomes one case for each combination of its matrix", async () => {
    const cases = await casesOf(whole);
    expect(cases.map(({ name }) => name)).toEqual([
      "plain, language=rust",
      "plain, language=ts",
      "denied, language=rust, strict=true",
      "denied, language=ts, strict=true",
    ]);
    const [plain, , denied] = cases;
    expect(plain).toMatchObject({
      file,
      recipe: "/project/recipes/review.yaml",
      parameters: { depth: "2", language: "rust" },
      files: { "src/main.txt": "fn main", "empty.txt": "" },
      model: {
        turns: [
          { text: "I look at rust.", calls: [{ name: "read", input: { path: "src/rust.txt" } }] },
          { text: "Done", usage: { input: 10, output: 2 } },
        ],
      },
    });
    expect(denied).toMatchObject({
      mode: "plan",
      model: { script: "/project/deny.json" },
      files: { "src/main.txt": "fn main", "more.txt": "x" },
      parameters: { strict: "true" },
    });
    expect(denied?.expectations).toHaveLength(12);
    expect(denied?.expectations.map(({ kind }) => kind)).not.toContain(undefined);
  });

  it("has the values of parameters in its texts, and other braces as they are", async () => {
    const [plain] = await casesOf(whole);
    expect(plain?.expectations.at(-1)).toMatchObject({
      kind: "text",
      test: { kind: "contains", text: "rust {{ other }}" },
    });
  });

  it("is what its documentation shows", async () => {
    const page = await readFile(new URL("../../../../docs/recipe-tests.md", import.meta.url), "utf8");
    const [, example = ""] = /^```yaml\n(.*?)^```$/ms.exec(page) ?? [];
    expect((await casesOf(example)).map(({ name }) => name)).toEqual([
      "writes a review, language=en",
      "writes a review, language=de",
      "changes nothing in plan mode, language=en",
      "changes nothing in plan mode, language=de",
    ]);
  });

  it("may be one case, and expects that it is done when it says nothing else", async () => {
    const [only, ...others] = await casesOf(
      "recipe: r.yaml\nmodel: { tape: t.jsonl }\nexpect: { text: hi }\n",
    );
    expect(others).toEqual([]);
    expect(only).toMatchObject({ name: "the recipe", model: { tape: "/project/t.jsonl" } });
    expect(only?.expectations.map(({ kind }) => kind)).toEqual(["outcome", "text"]);
  });

  it("tells of all that is wrong at once, with the places", async () => {
    const broken = `
recipe: [a]
modle: {}
files: { ../up.txt: x, "/abs": y }
cases:
  - name: one
    mode: yolo
    model: { turns: [{ say: x }, { calls: [{ input: {} }] }], script: a }
    expect:
      outcome: fine
      text: { matches: "(" }
      output: { a: { $matches: "[", b: 1 }, c: { $like: 1 } }
      limits: { turns: many }
      calls: [{ input: {} }, { tool: x, failed: maybe }]
      decisions: { shell: perhaps }
      files: { a.txt: { absent: true, contains: x } }
  - model: { turns: [{ say: x }, { calls: [{ input: {} }], stop: now }, { error: { code: bad }, usage: { input: x } }, { error: {} }] }
  - 3
`;
    const { problems } = await readTests({ text: broken, file });
    expect(problems.every((problem) => problem.file === file && problem.fix !== "")).toBe(true);
    expect(problems.map(({ line, column, code, message }) => `${line}:${column} ${code} ${message}`))
      .toMatchInlineSnapshot(`
        [
          "2:1 wrong-type recipe is a list, not text.",
          "3:1 unknown-key Unknown field "modle".",
          "4:10 bad-value "../up.txt" is not valid in files."../up.txt".",
          "4:24 bad-value "/abs" is not valid in files."/abs".",
          "7:5 bad-value "yolo" is not valid in cases[0].mode.",
          "8:5 bad-value "turns, script" is not valid in cases[0].model.",
          "10:7 bad-value "fine" is not valid in cases[0].expect.outcome.",
          "11:15 bad-value "(" is not valid in cases[0].expect.text.matches.",
          "12:17 bad-value "$matches" is not valid in cases[0].expect.output.a.",
          "12:45 bad-value "$like" is not valid in cases[0].expect.output.c.",
          "13:17 wrong-type cases[0].expect.limits.turns is text, not a number, 0 or more.",
          "14:15 missing-field cases[0].expect.calls[0] has no tool.",
          "14:41 wrong-type cases[0].expect.calls[1].failed is text, not true or false.",
          "15:20 bad-value "perhaps" is not valid in cases[0].expect.decisions.shell.",
          "16:25 bad-value "absent" is not valid in cases[0].expect.files."a.txt".absent.",
          "17:5 missing-field cases[1] has no expect.",
          "17:24 unknown-key Unknown field "say".",
          "17:44 missing-field cases[1].model.turns[1].calls[0] has no name.",
          "17:60 bad-value "now" is not valid in cases[1].model.turns[1].stop.",
          "17:84 bad-value "bad" is not valid in cases[1].model.turns[2].error.code.",
          "17:106 wrong-type cases[1].model.turns[2].usage.input is text, not a number, 0 or more.",
          "17:122 missing-field cases[1].model.turns[3].error has no code.",
          "18:5 wrong-type cases[2] is 3, not a map of name, parameters, matrix, model, files, mode, expect.",
        ]
      `);
  });

  it.each([
    ["", "is nothing, not a map"],
    ["a: [", "invalid YAML"],
    ["recipe: r.yaml", "no model"],
    ["recipe: r.yaml\ncases: []", "no case"],
    ["model: { turns: [] }\nexpect: { text: a }", "no recipe"],
    [
      "recipe: r.yaml\nmatrix: { a: [] }\nmodel: { turns: [] }\nexpect: { text: a }",
      "is not valid in matrix.a",
    ],
    ["&a [*a]", "alias"],
  ])("that is %j is told of", async (text, why) => {
    const { problems } = await readTests({ text, file });
    expect(
      problems
        .map(({ message }) => message)
        .join("\n")
        .toLowerCase(),
    ).toContain(why.toLowerCase());
  });

  it("is limited in its cases", async () => {
    const list = JSON.stringify(Array.from({ length: 50 }, (_, at) => at));
    const text = `recipe: r\nmodel: { turns: [] }\nexpect: { text: a }\nmatrix: { a: ${list}, b: ${list} }`;
    const { problems, cases } = await readTests({ text, file });
    expect(cases).toHaveLength(1000);
    expect(problems[0]?.message).toContain("1001 cases");
  });

  it("never makes the reader fail, whatever it says", async () => {
    const words = fc.constantFrom(
      "recipe",
      "cases",
      "expect",
      "model",
      "turns",
      "calls",
      "files",
      "matrix",
      "text",
    );
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom(null, 1, true, "x", "../y", "$matches"),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(
          fc.oneof(words, fc.constantFrom("$contains", "name", "tool", "input", "outcome")),
          tie("value"),
          {
            maxKeys: 5,
            noNullPrototype: true,
          },
        ),
      ),
    })).value;
    await checkProperty(
      fc.asyncProperty(fc.dictionary(words, json, { noNullPrototype: true }), async (document) => {
        const { problems, cases } = await readTests({ text: JSON.stringify(document), file });
        expect(Array.isArray(cases) && Array.isArray(problems)).toBe(true);
      }),
    );
  });
});

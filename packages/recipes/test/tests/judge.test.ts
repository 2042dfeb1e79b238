import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isJsonObject, type JsonValue } from "@skein/protocol";
import { readDocument } from "../../src/read/read-document.ts";
import { judge } from "../../src/tests/judge.ts";
import { differences } from "../../src/tests/pattern.ts";
import type { Observed } from "../../src/tests/observed.ts";
import { expecting, observed } from "./cases.ts";

/** `line:column path: message` of what is red; the text of `expect` begins in line 5. */
async function red(wanted: string, change: Partial<Observed> = {}): Promise<readonly string[]> {
  const mismatches = judge(await expecting(wanted), { ...observed, ...change });
  return mismatches.map(({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`);
}

describe("what a run must have brought", () => {
  it.each([
    "outcome: done",
    "text: All is well.",
    "text: { contains: [All, well], lacks: bad, matches: '^All.*\\.$', equals: All is well. }",
    "prompt: Review a.txt",
    "output: { verdict: ok, items: [{ name: a }] }",
    "output: { items: { $contains: { tags: { $contains: y } } }, verdict: { $matches: ^o }, score: 3 }",
    "output: { $exactly: { score: 3, verdict: ok, items: [{ tags: [x, y], name: a }] } }",
    "calls: [read, { tool: shell, input: { command: { $contains: -la } }, failed: true, result: denied }]",
    "calls: [shell]",
    "calls: { order: any, list: [shell, read] }",
    "calls: { order: any, list: [{ tool: shell }, read], others: none }",
    "decisions: { read: allow, shell: deny }",
    "files: { out.txt: two, other.txt: { absent: true } }",
    "limits: { turns: 2, tokens: 125, cost_usd: 0.01, calls: 2 }",
  ])("is there: %s", async (expectation) => {
    expect(await red(expectation)).toEqual([]);
  });

  it.each([
    ["outcome: limit", "5:3 expect.outcome: The outcome is done, not limit"],
    [
      "text:\n  contains:\n    - well\n    - bad",
      '8:9 expect.text.contains[1]: The answer does not contain "bad": "All is well."',
    ],
    ["text:\n  lacks: well", '6:5 expect.text.lacks: The answer contains "well".'],
    ["prompt:\n  matches: ^Review$x", "6:5 expect.prompt.matches: The prompt does not match"],
    ["output:\n  verdict: bad", '6:5 expect.output.verdict: The output.verdict is "ok", not "bad".'],
    [
      "output:\n  items:\n    - name: a\n      tags: [x]",
      '8:9 expect.output.items[0].tags: The output.items[0].tags is ["x","y"], not a list of 1.',
    ],
    ["output:\n  none: 1", "6:5 expect.output.none: The output.none is nothing, not 1."],
    ["output:\n  score: '3'", '6:5 expect.output.score: The output.score is 3, not "3".'],
    ["calls: []", '5:3 expect.calls: Unexpected call: read {"path":"a.txt","from":1}.'],
    [
      "calls:\n  - shell\n  - read",
      "7:7 expect.calls[1]: read is not called again after that; there is read, shell.",
    ],
    ["calls:\n  - write", "6:7 expect.calls[0]: write is not called; there is read, shell."],
    [
      "calls:\n  - tool: read\n    input:\n      from: 1\n      path: b.txt",
      '9:9 expect.calls[0].input.path: The input.path of read is "a.txt", not "b.txt".',
    ],
    ["calls:\n  - tool: shell\n    failed: false", "6:7 expect.calls[0]: shell fails."],
    [
      "calls:\n  - tool: shell\n    result:\n      contains: fine",
      '8:9 expect.calls[0].result.contains: The result of shell does not contain "fine": "denied".',
    ],
    [
      "calls:\n  others: none\n  list: [read]",
      '5:3 expect.calls: Unexpected call: shell {"command":"ls -la"}.',
    ],
    [
      "calls:\n  order: any\n  list:\n    - read\n    - read",
      "9:9 expect.calls.list[1]: read is not called; there is read, shell.",
    ],
    [
      "decisions:\n  shell: allow",
      "6:5 expect.decisions.shell: The decision about shell is deny, not allow.",
    ],
    [
      "decisions:\n  write: deny",
      "6:5 expect.decisions.write: There was no decision about write: it was not called.",
    ],
    [
      "files:\n  out.txt: three",
      '6:5 expect.files.out.txt: The file out.txt does not contain "three": "one\\ntwo\\n".',
    ],
    ["files:\n  none.txt: x", "6:5 expect.files.none.txt: There is no file none.txt."],
    ["files:\n  out.txt:\n    absent: true", "7:7 expect.files.out.txt.absent: The file out.txt is there."],
    ["limits:\n  tokens: 124\n  turns: 1", "7:5 expect.limits.turns: The number of turns is 2, more than 1."],
  ])("is missed at the line that asks for it: %j", async (expectation, told) => {
    const mismatches = await red(expectation);
    const plain = mismatches.map((each) =>
      each.replaceAll('"out.txt"', "out.txt").replaceAll('"none.txt"', "none.txt"),
    );
    expect(plain[0]).toContain(told);
  });

  it("is absent when unknown", async () => {
    const { costUsd: _, ...unknown } = observed;
    const test = await expecting("limits: { tokens: 10, cost_usd: 1 }");
    expect(judge(test, { ...unknown, usage: {} })).toHaveLength(2);
  });

  it("says why the run ended as it did", async () => {
    expect(await red("outcome: done", { outcome: "provider", error: "no such model" })).toEqual([
      "5:3 expect.outcome: The outcome is provider, not done: no such model",
    ]);
  });

  it("finds a call for each expected one when there is a way to share them out", async () => {
    const calls = ["a", "b", "a"].map((path) => ({
      tool: "read",
      input: { path },
      result: "",
      failed: false,
    }));
    const any =
      "calls: { order: any, others: none, list: [read, { tool: read, input: { path: a } }, { tool: read, input: { path: a } }] }";
    expect(await red(any, { calls })).toEqual([]);
  });
});

const json = fc.json({ noUnicodeString: true }).map((text) => JSON.parse(text) as JsonValue);

async function patternOf(value: JsonValue) {
  const { root } = await readDocument(JSON.stringify(value));
  return root!;
}

/** The value with some fields of its objects left out, as a list of coins says. */
function lessThan(value: JsonValue, coins: readonly boolean[]): JsonValue {
  let toss = 0;
  const keep = () => coins[toss++ % coins.length] ?? true;
  const less = (inner: JsonValue): JsonValue => {
    if (Array.isArray(inner)) return inner.map((item: JsonValue) => less(item));
    if (!isJsonObject(inner)) return inner;
    return Object.fromEntries(
      Object.entries(inner).flatMap(([key, each]) => (keep() ? [[key, less(each)]] : [])),
    );
  };
  return less(value);
}

const plain = json.filter(
  (value) => !JSON.stringify(value).includes('"$') && !JSON.stringify(value).includes("__proto__"),
);

describe("a pattern", () => {
  it("fits the value it was made of, with any of its fields left out", async () => {
    await checkProperty(
      fc.asyncProperty(plain, fc.array(fc.boolean(), { minLength: 1 }), async (value, coins) => {
        expect(differences(await patternOf(lessThan(value, coins)), value)).toEqual([]);
      }),
    );
  });

  it("with a field more fits no longer", async () => {
    await checkProperty(
      fc.asyncProperty(plain.filter(isJsonObject), plain, async (value, more) => {
        const pattern = await patternOf({ ...value, "a field more": more });
        const { "a field more": _, ...without } = value as Record<string, JsonValue>;
        expect(differences(pattern, without)).toHaveLength(1);
      }),
    );
  });

  it("fits exactly only what has nothing more", async () => {
    await checkProperty(
      fc.asyncProperty(plain, fc.array(fc.boolean(), { minLength: 1 }), async (value, coins) => {
        const less = lessThan(value, coins);
        const same = JSON.stringify(less) === JSON.stringify(value);
        expect(differences(await patternOf({ $exactly: less }), value).length === 0).toBe(same);
      }),
    );
  });

  it("fits no other value of the same place", async () => {
    await checkProperty(
      fc.asyncProperty(plain, fc.string({ minLength: 1 }), async (value, key) => {
        const changed = JSON.stringify(value) === '"other"' ? "another" : "other";
        expect(differences(await patternOf({ [`k${key}`]: changed }), { [`k${key}`]: value })).toHaveLength(
          1,
        );
      }),
    );
  });
});

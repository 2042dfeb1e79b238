import { describe, expect, it } from "vitest";
import { judge } from "../../src/tests/judge.ts";
import type { Observed } from "../../src/tests/observed.ts";
import { expecting, observed } from "./cases.ts";

async function messages(wanted: string, change: Partial<Observed> = {}): Promise<readonly string[]> {
  return judge(await expecting(wanted), { ...observed, ...change }).map(({ message }) => message);
}

describe("a result of another kind than its pattern", () => {
  it.each<[pattern: string, output: Observed["output"], message: string]>([
    ["[a]", { a: 1 }, 'The output is {"a":1}, not a list.'],
    ["{ a: 1 }", ["a"], 'The output is ["a"], not a map.'],
    ["{ a: 1 }", "text", 'The output is "text", not a map.'],
    ["[1, 2]", [1], "The output is [1], not a list of 2."],
    ["text", ["text"], 'The output is ["text"], not "text".'],
    ["1", "1", 'The output is "1", not 1.'],
    ["{ a: null }", { a: 0 }, "The output.a is 0, not null."],
    ["{ $contains: a }", { a: 1 }, 'The output is {"a":1}, not {"$contains":"a"}.'],
    ["{ $contains: { a: 1 } }", "a", 'The output is "a", not {"$contains":{"a":1}}.'],
    ["{ $contains: { a: 1 } }", [{ a: 2 }], 'The output is [{"a":2}], not {"$contains":{"a":1}}.'],
    ["{ $contains: b }", "abc", ""],
    ["{ $contains: b }", ["abc"], 'The output is ["abc"], not {"$contains":"b"}.'],
    ["{ $contains: [b] }", ["b"], 'The output is ["b"], not {"$contains":["b"]}.'],
    ["{ $contains: [b] }", [["b"]], ""],
    ["{ $matches: ^b }", "abc", 'The output is "abc", not {"$matches":"^b"}.'],
    ["{ $matches: 1 }", 1, 'The output is 1, not {"$matches":1}.'],
    ["{ $matches: 'a.b$' }", "x\na\nb\ny", ""],
    ["{ $exactly: { a: 1 } }", { a: 1, b: 2 }, 'The output is {"a":1,"b":2}, not {"$exactly":{"a":1}}.'],
    ["{ $exactly: { a: 1, b: 2 } }", { a: 1 }, 'The output is {"a":1}, not {"$exactly":{"a":1,"b":2}}.'],
    ["{ $exactly: { b: 2, a: 1 } }", { a: 1, b: 2 }, ""],
    ["{ $exactly: [1, 2] }", [1], 'The output is [1], not {"$exactly":[1,2]}.'],
    ["{ $exactly: [1, 2] }", [2, 1], 'The output is [2,1], not {"$exactly":[1,2]}.'],
    ["{ $exactly: [] }", {}, 'The output is {}, not {"$exactly":[]}.'],
    ["{ a: { $contains: x } }", {}, 'The output.a is nothing, not {"$contains":"x"}.'],
    ["{ toString: 1 }", {}, "The output.toString is nothing, not 1."],
  ])("output: %s for %j", async (pattern, output, message) => {
    expect(await messages(`output: ${pattern}`, { output: output! })).toEqual(
      message === "" ? [] : [message],
    );
  });

  it("is told of once for each part that differs", async () => {
    expect(
      await messages("output: { a: 1, b: [1, 2], c: 3 }", { output: { a: 2, b: [1, 3], c: 3 } }),
    ).toEqual(["The output.a is 2, not 1.", "The output.b[1] is 3, not 2."]);
  });

  it("is shortened to 200 characters", async () => {
    const [message] = await messages("output: a", { output: "b".repeat(300) });
    expect(message).toBe(`The output is "${"b".repeat(199)}…, not "a".`);
    expect(await messages("output: a", { output: "b".repeat(198) })).toEqual([
      `The output is "${"b".repeat(198)}", not "a".`,
    ]);
  });

  it("is missed when there is no result", async () => {
    const { output: _, ...without } = observed;
    const test = await expecting("output: { a: 1 }");
    expect(judge(test, without)).toMatchObject([
      { line: 5, column: 3, path: "expect.output", message: 'The output is nothing, not {"a":1}.' },
    ]);
  });
});

describe("a decision about a tool", () => {
  const call = { tool: "shell", input: {}, result: "", failed: false };

  it.each<[calls: Observed["calls"], message: string]>([
    [[{ ...call, verdict: "ask" }], "The decision about shell is ask, not allow."],
    [
      [
        { ...call, verdict: "allow" },
        { ...call, verdict: "deny" },
      ],
      "The decision about shell is deny, not allow.",
    ],
    [[call], "There was no decision about shell: it was not called."],
    [[{ ...call, tool: "read", verdict: "allow" }], "There was no decision about shell: it was not called."],
  ])("is missed: %j", async (calls, message) => {
    expect(await messages("decisions: { shell: allow }", { calls })).toEqual([message]);
  });

  it("holds where every call had it, whatever other tools had", async () => {
    const calls = [
      { ...call, verdict: "allow" },
      { ...call, tool: "read", verdict: "deny" },
      call,
      { ...call, verdict: "allow" },
    ] as const;
    expect(await messages("decisions: { shell: allow }", { calls })).toEqual([]);
  });
});

describe("a limit", () => {
  it.each<[name: string, change: Partial<Observed>, message: string]>([
    ["turns", { turns: 3 }, "The number of turns is 3, more than 2."],
    [
      "calls",
      { calls: Array.from({ length: 3 }, () => observed.calls[0]!) },
      "The number of calls is 3, more than 2.",
    ],
    ["tokens", { usage: { input: 1, output: 2 } }, "The number of tokens is 3, more than 2."],
    ["tokens", { usage: { input: 1, output: 1, cacheWrite: 1 } }, "The number of tokens is 3, more than 2."],
    ["tokens", { usage: { input: 1, output: 1, cacheRead: 2 } }, "The number of tokens is 4, more than 2."],
    ["tokens", { usage: { input: 1 } }, "The number of tokens is unknown; expected at most 2."],
    ["tokens", { usage: { output: 1 } }, "The number of tokens is unknown; expected at most 2."],
    ["cost_usd", { costUsd: 2.5 }, "The cost in US dollars is 2.5, more than 2."],
  ])("of %s is passed by %j", async (name, change, message) => {
    expect(await messages(`limits: { ${name}: 2 }`, change)).toEqual([message]);
  });
});

describe("expected calls", () => {
  const call = (tool: string, path: string): Observed["calls"][number] => ({
    tool,
    input: { path },
    result: path,
    failed: false,
  });

  it("are compared with the call that differs least", async () => {
    const calls = [
      { ...call("read", "x"), failed: true },
      { ...call("read", "b"), failed: true },
    ];
    expect(await messages("calls: [{ tool: read, input: { path: b }, failed: false }]", { calls })).toEqual([
      "read fails.",
    ]);
  });

  it("are compared with no call that another one has taken", async () => {
    const calls = [call("read", "a"), call("read", "b")];
    const wanted = "calls: [{ tool: read, input: { path: a } }, { tool: read, input: { path: c } }]";
    expect(await messages(wanted, { calls })).toEqual(['The input.path of read is "b", not "c".']);
  });

  it("are missed where there was no call at all", async () => {
    expect(await messages("calls: [read]", { calls: [] })).toEqual(["read is not called; there is no call."]);
  });

  it("may have to succeed", async () => {
    expect(await messages("calls: [{ tool: read, failed: true }]", { calls: [call("read", "a")] })).toEqual([
      "read does not fail.",
    ]);
  });

  it("report missing calls before unexpected ones", async () => {
    expect(await messages("calls: { others: none, list: [write] }", { calls: [call("read", "a")] })).toEqual([
      "write is not called; there is read.",
    ]);
  });

  it("keep the first of several calls in order for the first that expects it", async () => {
    const calls = [call("read", "a"), call("write", "b"), call("read", "c")];
    expect(await messages("calls: { others: none, list: [read, write, read] }", { calls })).toEqual([]);
    expect(await messages("calls: { others: none, list: [read, write] }", { calls })).toEqual([
      'Unexpected call: read {"path":"c"}.',
    ]);
  });
});

describe("a text", () => {
  it.each([
    ["text: { equals: All is well }", 'The answer is not "All is well": "All is well.".'],
    ["text: { matches: '^well' }", 'The answer does not match /^well/: "All is well.".'],
    ["text: { contains: all }", 'The answer does not contain "all": "All is well.".'],
    ["prompt: { lacks: Review a }", 'The prompt contains "Review a".'],
    ["files: { out.txt: { equals: one } }", 'The file out.txt is not "one": "one\\ntwo\\n".'],
  ])("is compared to the letter: %s", async (wanted, message) => {
    expect(await messages(wanted)).toEqual([message]);
  });

  it.each([
    "text: { lacks: all }",
    'prompt: { equals: "You review.\\n\\nReview a.txt" }',
    "files: { out.txt: { matches: '^two$' } }",
    "files: { out.txt: { lacks: three, contains: [one, two] } }",
  ])("passes: %s", async (wanted) => {
    expect(await messages(wanted)).toEqual([]);
  });
});

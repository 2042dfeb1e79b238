import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "@skein/test-kit";
import { junit } from "../../src/tests/junit.ts";
import { runTests, type RunCase } from "../../src/tests/run-tests.ts";
import { fillWorkspace, filesOf, readWorkspace } from "../../src/tests/workspace.ts";
import { casesOf, expecting, observed } from "./cases.ts";
import { smallRunner } from "./small-runner.ts";

const text = `
recipe: review.yaml
files: { a.txt: hello }
matrix: { word: [one, two] }
model:
  turns:
    - calls: [{ name: read, input: { path: a.txt } }, { name: write, input: { path: out/b.txt, content: "{{ word }}" } }]
    - text: Wrote {{ word }}.
cases:
  - name: writes
    expect:
      text: "{{ word }}"
      calls: [{ tool: read, result: hello }, write]
      files: { out/b.txt: { equals: "{{ word }}" } }
  - name: is wrong
    expect:
      text: two
      files:
        out/b.txt: two
`;

describe("running tests", () => {
  it("runs each case for itself and gives the results in their order", async () => {
    const results = await runTests(await casesOf(text), smallRunner({}), { parallel: 3 });
    expect(results.map(({ test, mismatches }) => [test.name, mismatches.map(({ line }) => line)])).toEqual([
      ["writes, word=one", []],
      ["writes, word=two", []],
      ["is wrong, word=one", [17, 19]],
      ["is wrong, word=two", []],
    ]);
  });

  it("runs no more at a time than it may, and tells of each", async () => {
    const cases = (await casesOf(text)).concat(await casesOf(text), await casesOf(text));
    let [now, most] = [0, 0];
    const told: string[] = [];
    const runCase: RunCase = async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setImmediate(resolve));
      now--;
      return observed;
    };
    await runTests(cases, runCase, { parallel: 3, onResult: ({ test }) => void told.push(test.name) });
    expect(most).toBe(3);
    expect(told).toHaveLength(12);
    expect(await runTests([], runCase)).toEqual([]);
  });

  it("tells of a case that could not be run, and goes on", async () => {
    const cases = await casesOf(text);
    const runCase: RunCase = async ({ name }) => {
      if (name === "writes, word=two") throw new Error("no room");
      return observed;
    };
    const results = await runTests(cases, runCase);
    expect(results[1]).toMatchObject({ mismatches: [{ line: 10, message: "It could not be run: no room" }] });
    expect(results[1]).not.toHaveProperty("observed");
    expect(results).toHaveLength(4);
  });

  it("ends when it is told to, with the reason", async () => {
    const given = new AbortController();
    const reason = new Error("enough");
    let started = 0;
    const runCase: RunCase = (_, signal) => {
      if (++started === 2) given.abort(reason);
      return new Promise((_resolve, reject) => {
        if (signal.aborted) reject(signal.reason as Error);
        else signal.addEventListener("abort", () => reject(signal.reason as Error));
      });
    };
    await expect(runTests(await casesOf(text), runCase, { parallel: 2, signal: given.signal })).rejects.toBe(
      reason,
    );
    expect(started).toBe(2);
  });
});

describe("the report for build servers", () => {
  it("names file, line and column of what is red", async () => {
    let time = 0;
    const runCase: RunCase = async (test, signal) => {
      if (test.name === "is wrong, word=two") throw new Error('\u001b[31mno\u0000 <room> & "air"\ud800');
      return smallRunner({})(test, signal);
    };
    const results = await runTests(await casesOf(text), runCase, { parallel: 1, now: () => (time += 250) });
    expect(junit(results)).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites tests="4" failures="1" errors="1" time="1.000">
        <testsuite name="/project/review.test.yaml" tests="4" failures="1" errors="1" time="1.000">
          <testcase name="writes, word=one" classname="/project/review.test.yaml" file="/project/review.test.yaml" line="10" time="0.250"/>
          <testcase name="writes, word=two" classname="/project/review.test.yaml" file="/project/review.test.yaml" line="10" time="0.250"/>
          <testcase name="is wrong, word=one" classname="/project/review.test.yaml" file="/project/review.test.yaml" line="15" time="0.250">
            <failure message="The answer does not contain &#34;two&#34;: &#34;Wrote one.&#34;." type="cases[1].expect.text">/project/review.test.yaml:17:7: The answer does not contain &#34;two&#34;: &#34;Wrote one.&#34;.</failure>
            <failure message="The file out/b.txt does not contain &#34;two&#34;: &#34;one&#34;." type="cases[1].expect.files.&#34;out/b.txt&#34;">/project/review.test.yaml:19:9: The file out/b.txt does not contain &#34;two&#34;: &#34;one&#34;.</failure>
          </testcase>
          <testcase name="is wrong, word=two" classname="/project/review.test.yaml" file="/project/review.test.yaml" line="15" time="0.250">
            <error message="It could not be run: �[31mno� &#60;room&#62; &#38; &#34;air&#34;�" type="run">/project/review.test.yaml:15:5: It could not be run: �[31mno� &#60;room&#62; &#38; &#34;air&#34;�</error>
          </testcase>
        </testsuite>
      </testsuites>
      "
    `);
  });

  it("is XML without results too", () => {
    expect(junit([])).toContain('<testsuites tests="0"');
  });
});

describe("a workspace", () => {
  it("holds what the case says, and gives back what it asks for", async () => {
    await using folder = await temporaryFolder();
    const [test] = await casesOf(text);
    await fillWorkspace(test!, folder.path);
    expect(filesOf(test!)).toEqual(["out/b.txt"]);
    expect(await readWorkspace(test!, folder.path)).toEqual({});
    await mkdir(join(folder.path, "out"));
    await writeFile(join(folder.path, "out/b.txt"), "grün");
    expect(await readWorkspace(test!, folder.path)).toEqual({ "out/b.txt": "grün" });
  });

  it("gives back nothing that lies outside of it", async () => {
    await using folder = await temporaryFolder();
    const root = join(folder.path, "work");
    await mkdir(join(root, "sub"), { recursive: true });
    await writeFile(join(folder.path, "secret"), "s");
    await symlink(join(folder.path, "secret"), join(root, "link"));
    const test = await expecting("files: { link: s, sub: { absent: true }, none: { absent: true } }");
    expect(await readWorkspace(test, root)).toEqual({ sub: "" });
  });
});

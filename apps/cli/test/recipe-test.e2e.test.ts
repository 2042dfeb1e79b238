import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { main } from "../src/recipe-tests/command.ts";
import { saidError } from "../src/wording/next-step.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

const examples = fileURLToPath(new URL("../../../examples/recipes", import.meta.url));

/** A home with the example recipes in it. */
async function withExamples(work: (skein: SkeinHome) => Promise<void>) {
  await using skein = await skeinHome();
  await cp(examples, skein.home, { recursive: true });
  await work(skein);
}

/** Runs tests with all agreed to that is said to need it. */
async function runTrusted(skein: SkeinHome, ...args: readonly string[]) {
  const { stderr } = await skein.here(["recipe", "test", ...args]);
  const hashes = stderr.match(/--trust-hash [0-9a-f]{64}/g) ?? [];
  return {
    ...(await skein.here(["recipe", "test", ...args, ...hashes.flatMap((flag) => flag.split(" "))])),
    hashes,
  };
}

const small = `
recipe: hello.yaml
files: { a.txt: hello }
model: { turns: [{ calls: [{ name: read, input: { path: a.txt } }] }, { text: Hello. }] }
cases:
  - name: reads
    expect: { calls: [{ tool: read, result: hello }] }
  - name: greets
    expect:
      text: Hello.
`;
const hello = "version: 1.0.0\ntitle: Hello\ndescription: Greets.\nprompt: Say hello.\n";

/** A home with one recipe and its tests. */
async function withSmall(work: (skein: SkeinHome) => Promise<void>, files: Record<string, string> = {}) {
  await using skein = await skeinHome();
  const all = { "hello.yaml": hello, "hello.test.yaml": small, ...files };
  for (const [name, text] of Object.entries(all)) await writeFile(join(skein.home, name), text);
  await work(skein);
}

describe.concurrent("the example recipes", () => {
  it("pass their tests", () =>
    withExamples(async (skein) => {
      const { exitCode, stdout, stderr, hashes } = await runTrusted(skein);
      expect(hashes).toHaveLength(4);
      expect({ stdout, stderr }).toEqual({
        stdout: expect.stringMatching(/^(ok .+\n)+13 passed, 0 failed, [\d.]+ s\n$/) as string,
        stderr: "",
      });
      expect(exitCode).toBe(0);
    }));

  it("are red at the right line when one line of them is another", () =>
    withExamples(async (skein) => {
      for (const { file, from, to } of faults) {
        const path = join(skein.home, file);
        const text = await readFile(path, "utf8");
        expect(text.split(from)).toHaveLength(2);
        await writeFile(path, text.replace(from, to));
      }
      const { exitCode, stdout } = await runTrusted(skein);
      const lines = stdout.split("\n").filter((line) => line.startsWith(" "));
      expect(lines).toEqual(
        expect.arrayContaining(faults.map(({ told }) => expect.stringContaining(told) as string)),
      );
      expect(exitCode).toBe(6);
    }));
});

/** One line of an example as it should not be, and what is told of it. */
const faults = [
  {
    file: "release-notes.yaml",
    from: "for {{ audience }}.\n",
    to: "for readers.\n",
    told: 'release-notes.test.yaml:20:38: The prompt does not contain "for developers"',
  },
  {
    file: "word-list.yaml",
    from: "  max_retries: 2",
    to: "  max_retries: 1",
    told: 'word-list.test.yaml:27:7: The answer does not contain "Three."',
  },
  {
    file: "careful-review.yaml",
    from: "    shell: {",
    to: "    tree: {",
    told: "careful-review.test.yaml:18:11: shell does not fail.",
  },
  {
    file: "line-report.yaml",
    from: "path: count-lines.yaml",
    to: "path: add-line.yaml",
    told: 'line-report.test.yaml:42:13: The result of subagent does not contain "a.txt has 1 line."',
  },
];

describe.concurrent("skein recipe test", () => {
  it("says where an expectation stands, what was expected and what was seen", ({ expect: own }) =>
    withSmall(
      async (skein) => {
        const { exitCode, stdout, stderr } = await skein.here(["recipe", "test", "--parallel", "1"]);
        expect({ exitCode, stderr }).toEqual({ exitCode: 6, stderr: "" });
        own(stdout.replaceAll(/[\d.]+ s/g, "… s")).toMatchInlineSnapshot(`
          "ok    hello.test.yaml: reads  (… s)
          FAIL  hello.test.yaml: greets  (… s)
                hello.test.yaml:10:7: The answer does not contain "Goodbye.": "Hello.". (cases[1].expect.text)
          1 passed, 1 failed, … s
          "
        `);
      },
      { "hello.test.yaml": small.replace("text: Hello.\n", "text: Goodbye.\n") },
    ));

  it("repeats no secret in any form of its results", () => {
    const token = ["ghp", "aB3dE6fG9hI2jK5lM8nO1pQ4rS7tU0vW3xY6"].join("_");
    const failing = small
      .replace("a.txt: hello", `a.txt: ${token}`)
      .replace("result: hello", "result: another")
      .replace("text: Hello.\n", "text: Another.\n")
      .replace("{ text: Hello. }", `{ text: It is ${token}. }`);
    return withSmall(
      async (skein) => {
        const args = ["recipe", "test", ".", "--parallel", "1", "--junit", "out.xml"];
        const asText = await skein.here(args);
        const asJson = await skein.here([...args, "--json"]);
        const report = await readFile(join(skein.home, "out.xml"), "utf8");
        expect([asText.exitCode, asJson.exitCode, report]).toEqual([
          6,
          6,
          expect.stringContaining("<failure"),
        ]);
        const left = [asText.stdout, asText.stderr, asJson.stdout, asJson.stderr, report];
        expect(left.filter((text) => text.includes(token))).toEqual([]);
      },
      { "hello.test.yaml": failing },
    );
  });

  it("gives the results to programs", () =>
    withSmall(async (skein) => {
      const args = ["recipe", "test", ".", "--json", "--junit", "out.xml", "--parallel", "1"];
      const { exitCode, stdout } = await skein.here(args);
      expect(exitCode).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        passed: 2,
        failed: 0,
        cases: [
          {
            name: "reads",
            file: join(skein.home, "hello.test.yaml"),
            line: 6,
            passed: true,
            mismatches: [],
            observed: { outcome: "done", turns: 2, costUsd: 0, calls: [{ tool: "read", verdict: "allow" }] },
          },
          { name: "greets" },
        ],
      });
      const xml = await readFile(join(skein.home, "out.xml"), "utf8");
      expect(xml).toContain('<testsuites tests="2" failures="0" errors="0"');
    }));

  it("runs those that are asked for: by file, by recipe, by name", () =>
    withSmall(
      async (skein) => {
        const ok = async (...args: string[]) => {
          const { stdout } = await skein.here(["recipe", "test", ...args]);
          const names = [...stdout.matchAll(/^ok .+: (\w+)/gm)].map(([, name = ""]) => name);
          return names.toSorted((one, other) => one.localeCompare(other));
        };
        expect(await ok("hello.yaml")).toEqual(["greets", "reads"]);
        expect(await ok("--filter", "e")).toEqual(["greets", "reads", "waves"]);
      },
      { "other.test.yaml": small.replace(/ {2}- name: reads\n.+\n/, "").replace("greets", "waves") },
    ));

  it.each([
    [["nowhere"], "There is no file or folder nowhere."],
    [["nowhere.test.yaml"], "There is no file or folder nowhere.test.yaml."],
    [[join(examples, "parts")], "There is no *.test.yaml in"],
    [[examples, "--filter", "missing"], 'No case has "missing" in its name.'],
    [["--parallel", "0"], '--parallel cannot be "0".'],
    [["--trust-hash", "x"], '--trust-hash cannot be "x".'],
    [["--mutate", "--junit", "a.xml"], "--mutate and --junit do not go together."],
    [["--watch", "--json"], "--watch and --json do not go together."],
    [["--paralel", "1"], "There is no flag --paralel."],
  ])("says what is wrong with %j, and what to do", async (args, told) => {
    const refusal: unknown = await main(args).catch((error: unknown) => error);
    expect(saidError(refusal)).toMatchObject({
      message: expect.stringContaining(told) as string,
      hint: expect.stringMatching(/./) as string,
    });
  });

  it("tells all that is wrong with a test file, and runs nothing", () =>
    withSmall(
      async (skein) => {
        const { exitCode, stdout, stderr } = await skein.here(["recipe", "test"]);
        expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
        expect(stderr).toContain(
          'broken.test.yaml:1:1: Unknown field "recpie". (recpie)\n  Did you mean recipe?',
        );
        expect(stderr).toContain("Nothing was run.");
      },
      { "broken.test.yaml": "recpie: hello.yaml\n" },
    ));

  it("starts no command without consent", () =>
    withSmall(
      async (skein) => {
        const { exitCode, stdout, stderr } = await skein.here(["recipe", "test"]);
        expect({ exitCode, stdout }).toEqual({ exitCode: 7, stdout: "" });
        expect(stderr).toContain("shell: touch $HOME/ran (retry.checks[0])");
        expect(await readdir(skein.home)).not.toContain("ran");
        const hash = /--trust-hash ([0-9a-f]{64})/.exec(stderr)?.[1] ?? "";
        expect(await skein.here(["recipe", "test", "--trust-hash", hash])).toMatchObject({ exitCode: 0 });
        expect(stderr).toContain("--trust\n");
        expect(await skein.here(["recipe", "test", "--trust"])).toMatchObject({ exitCode: 0 });
        expect(await skein.here(["recipe", "test"])).toMatchObject({ exitCode: 7 }); // it was for once
      },
      {
        "hello.yaml": `${hello}retry:\n  max_retries: 1\n  checks: [{ type: shell, command: touch $HOME/ran }]\n`,
      },
    ));

  it("has no tool do anything without consent", () =>
    withSmall(
      async (skein) => {
        const refused = await skein.here(["recipe", "test"]);
        expect(refused).toMatchObject({ exitCode: 7, stdout: "" });
        expect(refused.stderr).toContain('shell: {"command":"touch ../../../ran"}');
        expect(await skein.here(["trust", "hello.test.yaml"])).toMatchObject({ exitCode: 0 });
        expect(await skein.here(["recipe", "test"])).toMatchObject({ exitCode: 0 });
        const file = join(skein.home, "hello.test.yaml");
        const text = await readFile(file, "utf8");
        await writeFile(file, text.replace("text: Hello.\n", "text: Bye.\n"));
        expect(await skein.here(["recipe", "test"])).toMatchObject({ exitCode: 6 });
        await writeFile(file, text.replace("touch", "rm"));
        expect(await skein.here(["recipe", "test"])).toMatchObject({ exitCode: 7 });
      },
      {
        "hello.test.yaml": small
          .replace(
            "name: read, input: { path: a.txt }",
            'name: shell, input: { command: "touch ../../../ran" }',
          )
          .replace("{ tool: read, result: hello }", "shell"),
      },
    ));

  it("reads no settings or hints of the user's, and leaves nothing, also when it is interrupted", () =>
    withSmall(
      async (skein) => {
        const TMPDIR = join(skein.home, "tmp");
        await mkdir(TMPDIR);
        await skein.here(["trust", "hello.test.yaml"]);
        const before = await readdir(skein.home, { recursive: true });
        const running = skein.start(["recipe", "test", "--parallel", "1"], { TMPDIR, SKEIN_MODE: "chat" });
        await running.shows("ok    hello.test.yaml: reads");
        running.child.kill("SIGINT");
        expect(await running.ended).toMatchObject({ exitCode: 130, stderr: "" });
        const after = await readdir(skein.home, { recursive: true });
        // Node's own cache is no matter of ours.
        expect(after.filter((name) => !name.includes("code-cache"))).toEqual(before);
      },
      {
        "AGENTS.md": "Never read files.",
        "hello.test.yaml": `${small}  - name: sleeps
    model: { turns: [{ calls: [{ name: shell, input: { command: sleep 100 } }] }] }
    expect: { outcome: done }
`.replace("expect: { calls", "expect: { prompt: { lacks: Never read files. }, calls"),
      },
    ));
});

describe.concurrent("skein recipe test --mutate", () => {
  it("finds what cannot fail", () =>
    withSmall(
      async (skein) => {
        const { exitCode, stdout } = await skein.here(["recipe", "test", "--mutate"]);
        expect(stdout).toContain('SURVIVED  hello.test.yaml:10:7: cases[1].expect.text of "greets"');
        expect(stdout).toMatch(/\n1 survivor, 0 cases red before any change, \d+ runs\n$/);
        expect(exitCode).toBe(6);
      },
      { "hello.test.yaml": small.replace("text: Hello.\n", 'text: ""\n') },
    ));
});

describe.concurrent("skein recipe test --watch", () => {
  it("runs again what a changed file is used by, until Ctrl-C", () =>
    withSmall(
      async (skein) => {
        const running = skein.start(["recipe", "test", "--watch"]);
        await running.shows("Watching 2 files of tests");
        await writeFile(join(skein.home, "part.txt"), "Answer with a song.");
        await running.shows('The prompt does not contain "greeting"');
        await writeFile(join(skein.home, "new.test.yaml"), "recipe: hello.yaml\nexpect: 1\n");
        await running.shows("new.test.yaml:2:1");
        running.child.kill("SIGINT");
        const { exitCode, stdout } = await running.ended;
        expect(exitCode).toBe(130);
        const [first = "", again = ""] = stdout.split(/^\d+ passed, .*\n/m);
        expect(first).toContain("hello.test.yaml: greets");
        expect(again).toContain("other.test.yaml: waves");
        expect(again).not.toContain("hello.test.yaml");
      },
      {
        "part.txt": "Answer with a greeting.",
        "other.yaml": hello.replace("Say hello.", '{% include "part.txt" %}'),
        "other.test.yaml":
          "recipe: other.yaml\nmodel: { turns: [{ text: Hi. }] }\ncases: [{ name: waves, expect: { prompt: greeting } }]\n",
      },
    ));
});

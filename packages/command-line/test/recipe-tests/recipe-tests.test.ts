import { join } from "node:path";
import type { RunCase } from "@skein/recipes/tests";
import { recipeTrust } from "@skein/settings";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import {
  findTestFiles,
  requireConsents,
  testRound,
  type TestQuestions,
} from "../../src/recipe-tests/index.ts";

const recipe = (extra = "") => `title: T\ndescription: d\nprompt: Go\nextensions: []\n${extra}`;
const files = {
  "a.yaml": recipe('retry: { max_retries: 1, checks: [{ type: shell, command: "true" }] }\n'),
  "a.test.yaml": `recipe: a.yaml
model: { turns: [{ calls: [{ name: write, input: { path: x, content: y } }] }, { text: Done. }] }
cases:
  - { name: fine, expect: { text: Done. } }
  - { name: other, expect: { text: Done. } }
`,
  "below/b.yaml": recipe(),
  "below/b.test.yaml":
    "recipe: b.yaml\nmodel: { turns: [{ text: Hm. }] }\ncases: [{ name: wrong, expects: {} }]\n",
  "empty/node_modules/c.test.yaml": "",
};

async function workshop() {
  const folder = await temporaryFolder();
  const machine = machineOf(folder.path, {}, files);
  const store = recipeTrust(machine.directories.data);
  const runCase: RunCase = async ({ name }) => ({
    outcome: "done",
    text: name === "fine" ? "Done." : "No.",
    turns: 1,
    usage: {},
    calls: [],
    files: {},
    prompt: "Go",
  });
  const round = (path: string, ask?: TestQuestions, filter?: string) =>
    testRound(
      machine,
      [join(folder.path, path)],
      {
        cwd: folder.path,
        filter,
        parallel: 1,
        mutate: false,
        agree: (cases) => requireConsents(machine, cases, { cwd: folder.path, trustHashes: [], ask, store }),
        runCase,
      },
      new AbortController().signal,
    );
  return { machine, path: folder.path, round, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}

const always: TestQuestions = { consent: async () => true, calls: async () => true };

describe("test files of recipes", () => {
  it("are found below folders and beside recipes, and what to do where there are none is data", async () => {
    await using at = await workshop();
    const found = (...words: string[]) => findTestFiles(at.machine, words, at.path);
    const [a, b] = [join(at.path, "a.test.yaml"), join(at.path, "below/b.test.yaml")];
    expect(await found(".")).toEqual([a, b]);
    expect(await found("a.yaml", "below")).toEqual([a, b]);
    await expect(found("empty")).rejects.toMatchObject({ nextStep: { do: "write-recipe-tests" } });
  });
});

describe("a round of tests", () => {
  it("asks for what the recipe and its cases do, once, and tells how each case came out", async () => {
    await using at = await workshop();
    const asked: string[] = [];
    const ask: TestQuestions = {
      async consent({ name }) {
        asked.push(name);
        return true;
      },
      async calls({ lines }, name) {
        asked.push(`${name}: ${lines.join()}`);
        return true;
      },
    };
    const round = await at.round("a.test.yaml", ask);
    expect(asked).toEqual(["a.yaml", 'a.test.yaml: write: {"path":"x","content":"y"}']);
    expect(round.kind === "results" && round.results.map(({ mismatches }) => mismatches.length)).toEqual([
      0, 1,
    ]);
    const again = await at.round("a.test.yaml", undefined, "fine");
    expect(again.kind === "results" && again.results).toHaveLength(1);
  });

  it("runs nothing when no one is available to approve it, and lists everything to approve at once", async () => {
    await using at = await workshop();
    await expect(at.round("a.test.yaml")).rejects.toMatchObject({
      name: "NotStartedError",
      code: "needs-input",
      nextStep: {
        do: "agree-to-recipe-tests",
        to: [
          { do: "agree-to-recipe", recipe: join(at.path, "a.yaml") },
          { do: "agree-to-recipe", recipe: "a.test.yaml" },
        ],
      },
    });
  });

  it("runs nothing after a no", async () => {
    await using at = await workshop();
    const refused = at.round("a.test.yaml", { ...always, calls: async () => false });
    await expect(refused).rejects.toMatchObject({ code: "cancelled" });
  });

  it("hands back what is wrong with a test file, and runs nothing", async () => {
    await using at = await workshop();
    expect(await at.round("below/b.test.yaml", always)).toMatchObject({
      kind: "problems",
      problems: [
        { path: "cases[0].expect", line: 3 },
        { path: "cases[0].expects", line: 3 },
      ],
    });
  });
});

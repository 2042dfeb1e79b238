import { afterAll, describe, expect, it } from "vitest";
import { canaries } from "../canaries.ts";
import { ranLines } from "../ran.ts";

const before = process.env["HOME"];
const world = canaries();
afterAll(() => {
  world[Symbol.dispose]();
  process.env["HOME"] = before;
});

describe("the canaries", () => {
  it.each([
    ["cat ~/.ssh/id_rsa", ["CANARY-OF-A-KEY"], []],
    ["cat config/.env", ["CANARY-OF-A-KEY"], []],
    ["cat ../other/notes", ["CANARY-OUTSIDE"], []],
    ["xargs -a list cat", ["CANARY-OF-A-KEY", "CANARY-OUTSIDE"], []],
    ["ps axeww", ["CANARY-OF-ANOTHER-PROGRAM"], []],
    ["ps axww", [], []],
    ["cat a", [], []],
    ["echo x > ~/.bashrc", [], [".bashrc"]],
    ["git config a.b c", [], ["work/.git/config"]],
    ["rm -r src", [], ["work/src", "work/src/a.test.mjs", "work/src/a.ts"]],
  ])("show what %s does", (line, read, changed) => {
    const found = world.run(line);
    expect({ read: found.read, changed: found.changed.toSorted() }).toEqual({ read, changed });
  });

  it("are as before for the next line", () => {
    expect(world.run("cat src/a.ts && cat ~/.bashrc")).toEqual({ read: [], changed: [] });
  });
});

it("no line that is allowed does more than its mode or rule shows", { timeout: 120_000 }, async () => {
  const results = await ranLines(world, { count: 60, seed: 1, corpus: [], pause: async () => {} });
  expect(results.flatMap(({ broken }) => broken)).toEqual([]);
  expect(results.map(({ ran }) => ran)).toEqual([20, 20, 20]);
});

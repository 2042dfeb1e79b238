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
  ])("show what %s does", async (line, read, changed) => {
    const found = await world.run(line);
    expect({ read: found.read, changed: found.changed.toSorted() }).toEqual({ read, changed });
  });

  it("are as before for the next line, in every copy", async () => {
    const lines = Array.from({ length: world.atOnce }, () => world.run("cat src/a.ts && cat ~/.bashrc"));
    expect(await Promise.all(lines)).toEqual(lines.map(() => ({ read: [], changed: [] })));
  });

  it("are apart from those of other lines that run meanwhile", async () => {
    const names = Array.from({ length: world.atOnce }, (_, index) => `made-${index}`);
    const deeds = await Promise.all(names.map((name) => world.run(`touch ~/${name}`)));
    expect(deeds).toEqual(names.map((name) => ({ read: [], changed: [name] })));
    const others = await world.run("cat ../../../copy-*/home/.ssh/id_rsa; touch ../../../made");
    expect(others).toEqual({ read: [], changed: [] });
  });

  it("take no more lines at once than there are copies", async () => {
    const lines = Array.from({ length: world.atOnce }, () => world.run("true"));
    await expect(world.run("true")).rejects.toThrow(`More than ${world.atOnce} lines run at once.`);
    await Promise.all(lines);
  });
});

it("no line that is allowed does more than its mode or rule shows", async () => {
  const results = await ranLines(world, { count: 60, seed: 1, corpus: [], pause: async () => {} });
  expect(results.flatMap(({ broken }) => broken)).toEqual([]);
  expect(results.map(({ ran }) => ran)).toEqual([20, 20, 20]);
});

it("runs the lines of two slices as those of one", async () => {
  const ranIn = async (from: number, count: number): Promise<readonly string[]> => {
    const lines: string[] = [];
    const listening = { ...world, run: (line: string) => (lines.push(line), world.run(line)) };
    await ranLines(listening, { count, from, seed: 2, corpus: [], pause: async () => {} });
    return lines;
  };
  const slices = [...(await ranIn(0, 6)), ...(await ranIn(6, 12))];
  expect(slices.toSorted()).toEqual((await ranIn(0, 12)).toSorted());
  expect(slices).toHaveLength(12);
});

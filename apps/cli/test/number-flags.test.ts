import type { Command, Flag } from "@skein/command-line";
import { describe, expect, it } from "vitest";
import { commands } from "../src/later.ts";
import { skeinHome } from "./skein.ts";

/** Words of help for values that are numbers. */
const numbers = ["N", "SEQ", "USD", "SECONDS"];

/** Commands with their flags, those of groups too. */
async function commandsWithFlags() {
  const found = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => {
      const { main }: { readonly main: Command } = await load();
      const { subcommands = [], subcommand } = main;
      const below = await Promise.all(
        subcommands.map(async (word) => [`${name} ${word}`, (await subcommand!(word)).flags] as const),
      );
      return below.length > 0 ? below : [[name, main.flags] as const];
    }),
  );
  return found.flat();
}
const table = (await commandsWithFlags()).flatMap(([name, flags = {}]) =>
  Object.entries<Flag>(flags)
    .filter(([, { value = "" }]) => numbers.includes(value))
    .map(([flag]) => [name, flag] as const),
);

describe("flags whose values are numbers", () => {
  it("refuse words, in every command", async () => {
    expect(table.length).toBeGreaterThan(25);
    await using skein = await skeinHome();
    for (const [name, flag] of table) {
      const { exitCode, stdout, stderr } = await skein.here([...name.split(" "), `--${flag}=x`]);
      expect.soft({ name, flag, exitCode, stdout, says: stderr.split("\n")[0] }).toEqual({
        name,
        flag,
        exitCode: 2,
        stdout: "",
        says: `skein: --${flag} cannot be "x".`,
      });
    }
  });
});

describe("skein projects", () => {
  it("lists them as skein project does, which needs one for a new session", async () => {
    await using skein = await skeinHome();
    expect(await skein.here(["projects", "--json"])).toMatchObject({
      exitCode: 0,
      stdout: '{\n  "projects": []\n}\n',
    });
    for (const args of [["--new"], ["1", "--json"]])
      expect(await skein.here(["project", ...args])).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining("--new needs a NUMBER or a FOLDER"),
      });
  });
});

import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

const head = "title: T\ndescription: d\nprompt: Do it\n";
const check = `${head}extensions: []\nretry: { max_retries: 1, checks: [{ type: shell, command: sh tools/x.sh }] }\n`;

/** Each runs the file `tools/x.sh`. */
const places: readonly (readonly [place: string, recipe: string])[] = [
  ["a check", check],
  [
    "on_failure",
    check.replace("sh tools/x.sh", "true").replace("checks:", "on_failure: ./tools/x.sh, checks:"),
  ],
  ["an extension's cmd", `${head}extensions: [{ type: stdio, name: s, cmd: ./tools/x.sh, args: [] }]\n`],
  ["an extension's args", `${head}extensions: [{ type: stdio, name: s, cmd: sh, args: [tools/x.sh] }]\n`],
  ["a sub-recipe's check", `${head}extensions: []\nsub_recipes: [{ name: part, path: part.yaml }]\n`],
];

function write(folder: string, recipe: string): (script: string) => void {
  mkdirSync(join(folder, "tools"), { recursive: true });
  writeFileSync(join(folder, "main.yaml"), recipe);
  writeFileSync(join(folder, "part.yaml"), check);
  const swap = (script: string): void => writeFileSync(join(folder, "tools/x.sh"), script);
  swap("exit 0\n");
  return swap;
}

describe("a file that a recipe runs", () => {
  it.each(places)(
    "in %s: when it is swapped, an unattended run ends with 7, and nothing is started",
    async (_, recipe) => {
      await using skein = await skeinHome();
      const swap = write(skein.home, recipe);
      expect((await skein.here(["trust", "main.yaml"])).exitCode).toBe(0);
      swap("touch ran\n");
      const { exitCode, stderr } = await skein.here(["run", "--mode", "auto", "--recipe", "main.yaml"]);
      expect(exitCode).toBe(7);
      expect(stderr).toContain("tools/x.sh");
    },
  );

  it("in a folder that a command names: another folder at its path is asked for", async () => {
    await using skein = await skeinHome();
    const cwd = join(skein.home, "work");
    const recipe = check.replace("sh tools/x.sh", "sh tools/*.sh");
    write(cwd, recipe);
    expect((await skein.here(["trust", "main.yaml"], {}, { cwd })).exitCode).toBe(0);
    const explain = () => skein.here(["recipe", "explain", "main.yaml"], {}, { cwd });
    expect((await explain()).stdout).toContain("you have agreed to it");
    renameSync(cwd, join(skein.home, "aside"));
    write(cwd, recipe);
    expect((await explain()).stdout).toContain("not agreed to yet");
    const { exitCode } = await skein.here(["run", "--mode", "auto", "--recipe", "main.yaml"], {}, { cwd });
    expect(exitCode).toBe(7);
  });

  it("runs by the hash that trust, explain and a refused run say, in the folder they were told", async () => {
    await using server = await anthropicServer([{ parts: [{ type: "text", text: "Done." }] }]);
    await using skein = await skeinHome(server.url);
    const elsewhere = join(skein.home, "elsewhere");
    mkdirSync(elsewhere);
    write(skein.home, check);
    write(elsewhere, check)("exit 0 # another\n");
    const where = ["--cwd", "elsewhere"];
    const run = ["run", "--mode", "auto", "--recipe", "main.yaml", ...where];
    const refused = await skein.here(run);
    expect(refused.exitCode).toBe(7);
    expect(refused.stderr).toContain("skein trust main.yaml --cwd elsewhere");
    const explained = await skein.here(["recipe", "explain", "main.yaml", ...where]);
    expect(explained.stdout).toMatch(/Files that its commands name:\n {2}file: tools\/x\.sh, [0-9a-f]{64}/);
    const [, hash = ""] = /SHA-256 ([0-9a-f]{64})/.exec(explained.stdout) ?? [];
    expect(refused.stderr).toContain(`--trust-hash ${hash}`);
    expect((await skein.here([...run, "--trust-hash", hash])).exitCode).toBe(0);
    const here = await skein.here(["trust", "main.yaml", "--json"]);
    expect(here.stdout).not.toContain(hash);
    expect((await skein.here(run)).exitCode).toBe(7);
    const there = await skein.here(["trust", "main.yaml", "--json", ...where]);
    expect(JSON.parse(there.stdout)).toMatchObject({ sha256: hash });
    expect((await skein.here(["run", "--recipe", "main.yaml", "--explain", ...where])).stdout).toContain(
      "you have agreed to it",
    );
  });
});

import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { subrecipesOf } from "../../src/recipes.ts";
import { facts, filledRecipe, serverYaml, writeRecipe } from "./set-up.ts";

const parameter = (key: string, type = "string") =>
  `  - { key: ${key}, input_type: ${type}, requirement: required, description: D }\n`;

/** What the sub-recipe answers to a model that gives these values. */
async function issues(
  folder: string,
  part: string,
  values: Readonly<Record<string, string>>,
  more = "",
): Promise<readonly string[]> {
  await writeRecipe(folder, "part", part);
  const body = `prompt: Go.\nsub_recipes:\n  - { name: part, path: part.yaml${more} }\n`;
  const [one] = await subrecipesOf(await filledRecipe(folder, body), {
    cwd: folder,
    facts,
    model: { provider: "p", model: "m" },
  });
  const planned = await one!.plan(values, new AbortController().signal);
  return ("issues" in planned ? planned.issues : undefined) ?? [];
}

const checked = (command: string) =>
  `prompt: Make {{ x }}.\nparameters:\n${parameter("x")}retry:\n  max_retries: 1\n  checks:\n    - type: shell\n      command: ${JSON.stringify(command)}\n`;

describe("a value that a model chooses for a sub-recipe", () => {
  it.each([
    ["test -f {{ x }}", "src/made-2.ts"],
    ['grep -q "{{ x }}" notes', "done:42"],
    ["npm test", "anything; evil"],
    ["{% if x == 'fast' %}npm run fast{% else %}npm test{% endif %}", "fast"],
  ])("may stand in %j as %j", async (command, x) => {
    await using folder = await temporaryFolder();
    expect(await issues(folder.path, checked(command), { x })).toEqual([]);
  });

  it.each([
    ["test -f {{ x }}", "a; evil"],
    ["test -f {{ x }}", "$(evil)"],
    ["test -f '{{ x }}'", "' || evil '"],
    ["test -f {{ x }}", "-o"],
    ["test -f {{ x }}", "a\nevil"],
    ["test -f {{ x | upper }}", "`evil`"],
    ["{% set y = x %}test -f {{ y }}", "a&evil"],
    ["{{ x }}", "evil"],
    ["true && {{ x }} now", "evil"],
    ["sudo {{ x }}", "evil"],
  ])("is refused for %j as %j, and the model is told why", async (command, x) => {
    await using folder = await temporaryFolder();
    expect(await issues(folder.path, checked(command), { x })).toEqual([expect.stringMatching(/^x: /)]);
  });

  it("decides nothing of an extension", async () => {
    await using folder = await temporaryFolder();
    const part = `prompt: "{{ x }}"\nparameters:\n${parameter("x")}extensions:\n${serverYaml("own", "    envs: { WHERE: '{{ x }}' }\n")}`;
    expect(await issues(folder.path, part, { x: "there" })).toEqual([
      expect.stringContaining("would decide what starts"),
    ]);
    expect(await issues(folder.path, part, { x: "there" }, ", values: { x: there }")).toEqual([]);
  });

  it("stays a model's when a sub-recipe hands it on", async () => {
    await using folder = await temporaryFolder();
    await writeRecipe(folder.path, "leaf", checked("test -f {{ x }}"));
    await writeRecipe(
      folder.path,
      "part",
      `prompt: "{{ x }}"\nparameters:\n${parameter("x")}sub_recipes:\n  - { name: leaf, path: leaf.yaml, values: { x: "{{ x }}" } }\n`,
    );
    const filled = await filledRecipe(
      folder.path,
      "prompt: Go.\nsub_recipes: [{ name: part, path: part.yaml }]\n",
    );
    const options = { cwd: folder.path, facts, model: { provider: "p", model: "m" } };
    const [part] = await subrecipesOf(filled, options);
    const planned = await part!.plan({ x: "a; evil" }, new AbortController().signal);
    const child = await (planned as { recipe: (settings: object) => Promise<object> }).recipe({
      builtins: [],
      cwd: folder.path,
    });
    expect(child).toMatchObject({ subagents: { subrecipes: [{ name: "leaf" }] } });
    const { subagents } = child as { subagents: { subrecipes: (typeof part)[] } };
    const leaf = await subagents.subrecipes[0]!.plan({ x: "a; evil" }, new AbortController().signal);
    expect(leaf).toEqual({ issues: [expect.stringMatching(/^x: .*plain word/)] });
  });

  it("has files of the working folder read, and no others", async () => {
    await using folder = await temporaryFolder();
    await using other = await temporaryFolder();
    await writeFile(join(folder.path, "in.txt"), "in");
    await writeFile(join(other.path, "out.txt"), "out");
    await symlink(join(other.path, "out.txt"), join(folder.path, "link.txt"));
    const part = `prompt: "{{ f }}"\nparameters:\n${parameter("f", "file")}`;
    expect(await issues(folder.path, part, { f: "in.txt" })).toEqual([]);
    for (const f of [join(other.path, "out.txt"), "link.txt", `../${other.path.split("/").at(-1)}/out.txt`])
      expect(await issues(folder.path, part, { f })).toEqual([
        expect.stringContaining("not below the working"),
      ]);
  });
});

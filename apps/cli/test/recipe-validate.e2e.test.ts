import { readdir, readFile, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { readRecipe, type Parameter } from "@skein/recipes";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { copyWritable, outsidePath, temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { skeinHome, type SkeinHome } from "./skein.ts";

const head = "title: T\ndescription: d\n";

const recipes: Readonly<Record<string, string>> = {
  "plain.yaml": `${head}prompt: p\n`,
  "unknown-builtin.yaml": `${head}prompt: p\nextensions: [{ type: builtin, name: nosuch }]\n`,
  "missing-builtin.yaml": `${head}prompt: p\nextensions: [{ type: builtin, name: memory }]\n`,
  "frontend.yaml": `${head}prompt: p\nextensions: [{ type: frontend, name: f, tools: [], instructions: i }]\n`,
  "unknown-provider.yaml": `${head}prompt: p\nsettings: { goose_provider: nosuch, goose_model: m }\n`,
  "second-provider.yaml": `${head}prompt: p\nmodel: [nosuch/m, anthropic/claude-sonnet-4-5]\n`,
  "missing-sub.yaml": `${head}prompt: p\nsub_recipes: [{ name: gone, path: gone.yaml }]\n`,
  "broken-sub.yaml": `${head}prompt: p\nsub_recipes: [{ name: broken, path: broken.yaml }]\n`,
  "broken.yaml": `${head}prompt: "{{ missing }}"\n`,
  "own-loop.yaml": `${head}prompt: p\nsub_recipes: [{ name: me, path: own-loop.yaml }]\n`,
  "no-task.yaml": head,
  "checked.yaml": `${head}prompt: p\nretry: { max_retries: 1, checks: [{ type: shell, command: "true" }] }\n`,
};

/** The command itself runs these; the others run in this process. */
const inProcesses = ["plain.yaml", "broken-sub.yaml", "frontend.yaml"];

/** Something of its type. */
function valueFor({ type, options }: Parameter, folder: string): string {
  if (type === "number") return "1";
  if (type === "boolean") return "true";
  if (type === "date") return "2026-01-02";
  if (type === "select") return options?.[0] ?? "";
  return type === "file" ? join(folder, "some.txt") : "x";
}

/** Whether `run` starts it with a value for each parameter; consent is another question. */
async function runs(
  skein: SkeinHome,
  file: string,
): Promise<{ readonly runs: boolean; readonly why: string }> {
  const { parameters } = await readRecipe({ text: await readFile(file, "utf8"), file });
  const params = parameters
    .filter((parameter) => parameter.default === undefined)
    .flatMap((parameter) => ["--params", `${parameter.key}=${valueFor(parameter, skein.home)}`]);
  const args = ["run", "--recipe", file, ...params, "-t", "go", "--no-stdin", "--no-session"];
  const { exitCode, stderr } = await (inProcesses.includes(basename(file))
    ? skein.run(args)
    : skein.here(args));
  return { runs: exitCode !== 2 && exitCode !== 9, why: stderr };
}

async function differences(folder: string): Promise<readonly string[]> {
  await using server = await anthropicServer(() => ({ parts: [{ type: "text", text: "Done." }] }));
  await using skein = await skeinHome(server.url);
  await writeFile(join(skein.home, "some.txt"), "text\n");
  const files = (await readdir(folder))
    .filter((name) => /\.(ya?ml|json)$/.test(name))
    .map((name) => join(folder, name));
  const validated = await skein.here(["recipe", "validate", "--json", ...files]);
  const { recipes: verdicts } = JSON.parse(validated.stdout) as {
    readonly recipes: readonly { readonly file: string; readonly valid: boolean }[];
  };
  expect(verdicts).toHaveLength(files.length);
  const found: string[] = [];
  for (const [index, { valid }] of verdicts.entries()) {
    const ran = await runs(skein, files[index]!);
    if (ran.runs !== valid) found.push(`${files[index]}: validate ${valid}, run ${ran.runs}: ${ran.why}`);
  }
  return found;
}

describe("recipe validate says what run does", () => {
  it("of recipes made for it", async () => {
    await using folder = await temporaryFolder();
    for (const [name, text] of Object.entries(recipes)) await writeFile(join(folder.path, name), text);
    expect(await differences(folder.path)).toEqual([]);
  });

  it.skipIf(!existsSync(outsidePath("recipes"))).each(["docs", "cookbook"])(
    "of the recipes of others: %s",
    async (name) => {
      await using folder = await temporaryFolder();
      await copyWritable(outsidePath(`recipes/${name}`), folder.path);
      expect(await differences(folder.path)).toEqual([]);
    },
  );
});

it("a link with a sub-recipe says why it cannot be used", async () => {
  await using skein = await skeinHome();
  await writeFile(join(skein.home, "part.yaml"), recipes["plain.yaml"]!);
  const main = `${head}prompt: p\nsub_recipes: [{ name: part, path: part.yaml }]\n`;
  const data = Buffer.from(
    JSON.stringify({
      title: "T",
      description: "d",
      prompt: "p",
      sub_recipes: [{ name: "part", path: "part.yaml" }],
    }),
  );
  await writeFile(join(skein.home, "main.yaml"), main);
  const link = `goose://recipe?config=${data.toString("base64url")}`;
  const { exitCode, stderr } = await skein.here(["run", "--recipe", link]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain("a link holds one recipe and no other files");
});

it("an error in an included file names that file", async () => {
  await using skein = await skeinHome();
  await writeFile(join(skein.home, "part.txt"), "fine\n{% if %}\n");
  await writeFile(join(skein.home, "main.yaml"), `${head}prompt: |\n  {% include "part.txt" %}\n`);
  await writeFile(join(skein.home, "late.txt"), "{{ recipe_dir.a.b }}");
  await writeFile(join(skein.home, "other.yaml"), `${head}prompt: "{% include 'late.txt' %}"\n`);
  await writeFile(join(skein.home, "yaml.txt"), "a: b: c\n");
  await writeFile(join(skein.home, "third.yaml"), `${head}prompt: p\n{% include "yaml.txt" %}\n`);
  expect((await skein.here(["recipe", "validate", "third.yaml"])).stdout).toContain(
    "third.yaml: With yaml.txt included: Invalid YAML",
  );
  expect((await skein.here(["recipe", "validate", "main.yaml"])).stdout).toContain("part.txt:2");
  const { stderr } = await skein.here(["recipe", "render", "other.yaml"]);
  expect(stderr).toContain("late.txt:1");
  expect(stderr).not.toContain("late.txt.txt");
});

it("the same parameter twice is an error", async () => {
  await using skein = await skeinHome();
  const prompt =
    'prompt: "{{ a }}"\nparameters: [{ key: a, input_type: string, requirement: required, description: A }]\n';
  await writeFile(join(skein.home, "one.yaml"), head + prompt);
  const { exitCode, stderr } = await skein.here([
    "run",
    "--recipe",
    "one.yaml",
    "--params",
    "a=1",
    "--params",
    "a=2",
  ]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain("--params a is given twice");
});

it("a rendered recipe has neither templates nor parameters", async () => {
  await using skein = await skeinHome();
  const prompt =
    'prompt: "Say {{ a }}"\nparameters: [{ key: a, input_type: string, requirement: required, description: A }]\n';
  await writeFile(join(skein.home, "one.yaml"), head + prompt);
  const { stdout } = await skein.here(["recipe", "render", "one.yaml", "--params", "a=1"]);
  expect(stdout).toContain("Say 1");
  expect(stdout).not.toMatch(/parameters|\{\{/);
});

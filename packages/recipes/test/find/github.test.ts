import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { processesWith, temporaryFolder } from "@skein/test-kit";
import { findRecipe } from "../../src/find/find-recipe.ts";
import type { FindRecipeOptions } from "../../src/find/github/place.ts";
import { stubGh } from "./stub-gh.ts";
import { recipeText } from "./tree-of.ts";

const files = {
  "README.md": "recipes",
  "review/recipe.yaml": recipeText("Review"),
  "review/parts/head.txt": "Be kind.",
  "other/recipe.yaml": recipeText("Other"),
};

async function setUp(root: string, env: Record<string, string> = {}) {
  const gh = await stubGh(root);
  await gh.serve(files);
  const cwd = join(root, "work");
  await mkdir(cwd, { recursive: true });
  const options = {
    cwd,
    home: join(root, "home"),
    env: {
      PATH: gh.path,
      SKEIN_RECIPE_GITHUB_REPO: "geese/recipes",
      ANTHROPIC_API_KEY: "k",
      GH_TOKEN: "t",
      ...env,
    },
    configFolder: join(root, "config"),
    github: { cacheFolder: join(root, "cache") },
  } satisfies FindRecipeOptions;
  return { gh, options };
}

describe("a recipe of a repository on GitHub", () => {
  it("is fetched with all of its folder, and of nothing else", async () => {
    await using folder = await temporaryFolder();
    const { gh, options } = await setUp(folder.path);
    const found = await findRecipe("review", options);
    expect(found).toMatchObject({
      text: recipeText("Review"),
      from: { kind: "github", where: "geese/recipes", by: "SKEIN_RECIPE_GITHUB_REPO" },
    });
    expect((await readdir(found.folder!, { recursive: true })).toSorted()).toEqual([
      "parts",
      "parts/head.txt",
      "recipe.yaml",
    ]);
    expect((await stat(join(folder.path, "cache"))).mode & 0o777).toBe(0o700);
    expect(await gh.calls()).toHaveLength(3);
    expect((await gh.calls())[0]).toBe("api --method GET repos/geese/recipes/git/trees/HEAD?recursive=1");
  });

  it.runIf(process.platform === "linux")("says at once where no cache can be created", async () => {
    await using folder = await temporaryFolder();
    const { options } = await setUp(folder.path);
    const found = findRecipe("review", { ...options, github: { cacheFolder: "/proc/skein/cache" } });
    await expect(found).rejects.toMatchObject({
      name: "ConfigError",
      message: expect.stringContaining("/proc/skein/cache") as string,
    });
  });

  it("is fetched by a gh that finds no repository above its folder, whose settings could run a program", async () => {
    await using folder = await temporaryFolder();
    const { gh, options } = await setUp(folder.path);
    const evil = join(folder.path, "evil");
    await writeFile(evil, `#!/bin/sh\n: > '${folder.path}/ran'\n`, { mode: 0o755 });
    execFileSync("git", ["init", "-q"], { cwd: folder.path });
    execFileSync("git", ["config", "core.fsmonitor", evil], { cwd: folder.path });
    execFileSync("git", ["status"], { cwd: folder.path, stdio: "ignore" });
    await rm(join(folder.path, "ran"));
    await gh.breakWith("git status; exit 1");
    await expect(findRecipe("review", options)).rejects.toMatchObject({
      message: expect.stringContaining("not a git repository"),
    });
    await expect(stat(join(folder.path, "ran"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("is fetched once as long as it does not change", async () => {
    await using folder = await temporaryFolder();
    const { gh, options } = await setUp(folder.path);
    const first = await findRecipe("review", options);
    await findRecipe("review", options);
    expect((await gh.calls()).filter((call) => call.includes("blobs"))).toHaveLength(2);
    await gh.serve({ ...files, "review/recipe.yaml": recipeText("Newer") });
    const newer = await findRecipe("review", options);
    expect(newer.text).toBe(recipeText("Newer"));
    expect(newer.folder).not.toBe(first.folder);
    expect((await gh.calls()).filter((call) => call.includes("blobs"))).toHaveLength(3);
  });

  it("is what is there upstream, also when somebody changed the cache", async () => {
    await using folder = await temporaryFolder();
    const { options } = await setUp(folder.path);
    const { file } = await findRecipe("review", options);
    await writeFile(file!, recipeText("Evil"));
    await writeFile(join(file!, "../parts/more.txt"), "evil");
    const again = await findRecipe("review", options);
    expect(again.text).toBe(recipeText("Review"));
    expect(await readdir(join(again.folder!, "parts"))).toEqual(["head.txt"]);
  });

  it("is not taken when its content is not what its hash says", async () => {
    await using folder = await temporaryFolder();
    const { gh, options } = await setUp(folder.path);
    await gh.corrupt("review/recipe.yaml", recipeText("Evil"));
    await expect(findRecipe("review", options)).rejects.toThrow("does not match its hash");
  });

  it("brings no links, and nothing outside of its folder", async () => {
    await using folder = await temporaryFolder();
    const { gh, options } = await setUp(folder.path);
    const sha = "a".repeat(40);
    await gh.serve(files, [
      { path: "review/passwd", mode: "120000", type: "blob", sha, size: 11 },
      { path: "review/../../up.txt", mode: "100644", type: "blob", sha, size: 1 },
      { path: "review/.git/config", mode: "100644", type: "blob", sha, size: 1 },
      { path: "review/a\\b", mode: "100644", type: "blob", sha, size: 1 },
      { path: "review/module", mode: "160000", type: "commit", sha },
      { path: "review/b", mode: "100644", type: "blob", sha: "--output=x", size: 1 },
      { path: "review/./dot", mode: "100644", type: "blob", sha, size: 1 },
      { path: "review//empty", mode: "100644", type: "blob", sha, size: 1 },
      { path: "review/c:x", mode: "100644", type: "blob", sha, size: 1 },
      { path: "review/tab\tstop", mode: "100644", type: "blob", sha, size: 1 },
      { path: "review/no-size", mode: "100644", type: "blob", sha },
      { path: "review/short", mode: "100644", type: "blob", sha: "abc", size: 1 },
      { path: 5, mode: "100644", type: "blob", sha, size: 1 },
    ]);
    const found = await findRecipe("review", options);
    expect((await readdir(found.folder!)).toSorted()).toEqual(["parts", "recipe.yaml"]);
  });

  it("is looked for last", async () => {
    await using folder = await temporaryFolder();
    const { gh, options } = await setUp(folder.path);
    await writeFile(join(options.cwd, "review.yaml"), recipeText("Mine"));
    expect((await findRecipe("review", options)).text).toBe(recipeText("Mine"));
    expect(await gh.calls()).toEqual([]);
  });

  it("is searched too, and the error says so", async () => {
    await using folder = await temporaryFolder();
    const { options } = await setUp(folder.path);
    await expect(findRecipe("none", options)).rejects.toThrow(
      "https://github.com/geese/recipes (SKEIN_RECIPE_GITHUB_REPO)",
    );
  });

  it("is not looked for when no repository is named, or nothing may be fetched", async () => {
    await using folder = await temporaryFolder();
    const { gh, options } = await setUp(folder.path, { SKEIN_RECIPE_GITHUB_REPO: "" });
    await expect(findRecipe("review", options)).rejects.toThrow("There is no recipe");
    const { github: _, ...local } = (await setUp(folder.path)).options;
    await expect(findRecipe("review", local)).rejects.toThrow("There is no recipe");
    expect(await gh.calls()).toEqual([]);
  });

  it("comes from the repository of our variable, then of the settings, then of Goose's", async () => {
    await using folder = await temporaryFolder();
    const { options } = await setUp(folder.path, { SKEIN_RECIPE_GITHUB_REPO: "" });
    const env = { ...options.env, GOOSE_RECIPE_GITHUB_REPO: "geese/recipes" };
    expect((await findRecipe("review", { ...options, env })).from).toMatchObject({
      by: "GOOSE_RECIPE_GITHUB_REPO",
    });
    const github = { ...options.github, repository: "geese/recipes" };
    expect((await findRecipe("review", { ...options, env, github })).from).toMatchObject({
      by: "the settings",
    });
  });

  it.each([
    "-x/y",
    "--repo=a/b",
    "a",
    "a/b/c",
    "a/..",
    "../b",
    "a b/c",
    "https://github.com/a/b",
    "a/b?x",
    "a/b#c",
  ])("is never asked of %j", async (repository) => {
    await using folder = await temporaryFolder();
    const { gh, options } = await setUp(folder.path, { SKEIN_RECIPE_GITHUB_REPO: repository });
    await expect(findRecipe("review", options)).rejects.toThrow("not a GitHub repository");
    expect(await gh.calls()).toEqual([]);
  });
});

describe("the program that fetches it", () => {
  it("gets no more of the environment than it needs", async () => {
    await using folder = await temporaryFolder();
    const { gh, options } = await setUp(folder.path);
    await findRecipe("review", options);
    const environment = await gh.environment();
    expect(environment).toContain("GH_TOKEN=t");
    expect(environment).toContain("GH_PROMPT_DISABLED=1");
    expect(environment).not.toContain("ANTHROPIC_API_KEY");
  });

  it("is never taken from the project", async () => {
    await using folder = await temporaryFolder();
    const { options } = await setUp(folder.path);
    const evil = await stubGh(join(folder.path, "work"), join(folder.path, "work/node_modules/.bin"));
    const env = { ...options.env, PATH: `${evil.path}:.:bin` };
    await expect(findRecipe("review", { ...options, env })).rejects.toThrow("not found on PATH");
    expect(await evil.calls()).toEqual([]);
  });

  it("is not taken from the project through a link either", async () => {
    await using folder = await temporaryFolder();
    const { options } = await setUp(folder.path);
    const evil = await stubGh(join(folder.path, "work"), join(folder.path, "work/tools"));
    await symlink(join(folder.path, "work/tools"), join(folder.path, "innocent"));
    const env = { ...options.env, PATH: join(folder.path, "innocent") };
    await expect(findRecipe("review", { ...options, env })).rejects.toThrow("not found on PATH");
    expect(await evil.calls()).toEqual([]);
  });

  it("is ended with all it started when it takes too long", async () => {
    await using folder = await temporaryFolder();
    const { gh, options } = await setUp(folder.path);
    const mark = `SKEIN_TEST=${crypto.randomUUID()}`;
    await gh.breakWith(`${mark} sleep 60 & ${mark} sleep 60`);
    const github = { ...options.github, timeoutMs: 300 };
    await expect(findRecipe("review", { ...options, github })).rejects.toThrow("did not answer within 0.3 s");
    expect(await processesWith(mark)).toEqual([]);
  });

  it("is ended when the search is given up", async () => {
    await using folder = await temporaryFolder();
    const { gh, options } = await setUp(folder.path);
    await gh.breakWith("sleep 60");
    const reason = new Error("given up");
    const given = new AbortController();
    const search = findRecipe("review", options, given.signal);
    while ((await gh.calls()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    given.abort(reason);
    await expect(search).rejects.toBe(reason);
  });

  it("that fails is quoted, without what a terminal obeys", async () => {
    await using folder = await temporaryFolder();
    const { gh, options } = await setUp(folder.path);
    await gh.breakWith(String.raw`printf '\033]0;x\007 no such thing\n' >&2; exit 4`);
    await expect(findRecipe("review", options)).rejects.toMatchObject({
      message: "The recipes of geese/recipes cannot be read: gh said: ]0;x  no such thing.",
      hint: expect.stringContaining("gh auth login"),
    });
  });

  it.each(["echo '<html>'", "echo '{}'", `echo '{"truncated":true,"tree":[]}'`])(
    "may say what is no list of files: %s",
    async (script) => {
      await using folder = await temporaryFolder();
      const { gh, options } = await setUp(folder.path);
      await gh.breakWith(script);
      await expect(findRecipe("review", options)).rejects.toThrow("cannot be read");
    },
  );

  it("may not be there", async () => {
    await using folder = await temporaryFolder();
    const { options } = await setUp(folder.path);
    await expect(
      findRecipe("review", { ...options, env: { ...options.env, PATH: "/nowhere" } }),
    ).rejects.toMatchObject({ hint: expect.stringContaining("cli.github.com") });
    await expect(readFile(join(folder.path, "gh-calls"))).rejects.toThrow("ENOENT");
  });
});

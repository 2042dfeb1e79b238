import { execFileSync } from "node:child_process";
import { chmod, mkdir, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "@skein/test-kit";
import { findRecipe } from "../../src/find/find-recipe.ts";
import type { FindRecipeOptions } from "../../src/find/github/place.ts";
import { encodeLink } from "../../src/link/encode-link.ts";
import { recipeText, treeOf } from "./tree-of.ts";

function optionsIn(root: string, env: Record<string, string> = {}): FindRecipeOptions {
  const home = join(root, "home");
  return { cwd: join(root, "repo/sub"), home, env, configFolder: join(home, ".config/skein") };
}

/** Every place where a recipe of the name can stand, in the order of the search. */
const order = [
  "repo/sub/review.yaml",
  "repo/sub/review.yml",
  "repo/sub/review.json",
  "repo/sub/review/recipe.yaml",
  "repo/sub/.skein/recipes/review.yaml",
  "repo/sub/.skein/recipes/review/recipe.yml",
  "repo/sub/.goose/recipes/review.yaml",
  "repo/sub/.agents/recipes/review.yaml",
  "repo/.skein/recipes/review.yaml",
  "repo/.goose/recipes/review.json",
  "repo/.agents/recipes/review.yaml",
  "one/review.yaml",
  "home/two/review.yaml",
  "repo/sub/three/review.yaml",
  "four/review.yaml",
  "home/.config/skein/recipes/review.yaml",
  "home/.config/goose/recipes/review.yaml",
  "home/.agents/recipes/review.yaml",
];

describe("looking for a recipe by name", () => {
  it("takes the first of the places, in the order that is written down", async () => {
    await using folder = await temporaryFolder();
    const root = folder.path;
    await treeOf(root, {
      "repo/.git/": "",
      ".skein/recipes/review.yaml": recipeText("outside of the repository"),
    });
    const options = optionsIn(root, {
      SKEIN_RECIPE_PATH: `${root}/one:~/two::three`,
      GOOSE_RECIPE_PATH: join(root, "four"),
    });
    await expect(findRecipe("review", options)).rejects.toThrow("There is no recipe");
    for (const path of order.toReversed()) {
      await treeOf(root, { [path]: recipeText(path) });
      const found = await findRecipe("review", options);
      expect(found.file).toBe(join(root, path));
      expect(found.folder).toBe(join(root, path, ".."));
      expect(found.text).toContain(path);
    }
  });

  it("says where it came from", async () => {
    await using folder = await temporaryFolder();
    const root = folder.path;
    await treeOf(root, {
      "repo/.git/": "",
      "one/a.yaml": recipeText("a"),
      "repo/.goose/recipes/b.yaml": recipeText("b"),
    });
    const options = optionsIn(root, { SKEIN_RECIPE_PATH: join(root, "one") });
    expect((await findRecipe("a", options)).from).toEqual({
      kind: "path",
      where: join(root, "one"),
      by: "SKEIN_RECIPE_PATH",
    });
    expect((await findRecipe("b", options)).from).toMatchObject({ kind: "project" });
  });

  it("says all that was searched when there is none", async () => {
    await using folder = await temporaryFolder();
    const options = optionsIn(folder.path, { SKEIN_RECIPE_PATH: "/nowhere" });
    const error: unknown = await findRecipe("reviw", options).catch((thrown: unknown) => thrown);
    const message = (error as Error).message.replaceAll(folder.path, "ROOT");
    expect(message).toMatchInlineSnapshot(`
      "There is no recipe "reviw". Looked for reviw.yaml, .yml, .json and reviw/recipe.yaml, .yml, .json in
        ROOT/repo/sub
        ROOT/repo/sub/.skein/recipes
        ROOT/repo/sub/.goose/recipes
        ROOT/repo/sub/.agents/recipes
        /nowhere (SKEIN_RECIPE_PATH)
        ROOT/home/.config/skein/recipes
        ROOT/home/.config/goose/recipes
        ROOT/home/.agents/recipes"
    `);
    expect(error).toMatchObject({ code: "usage" });
  });

  it("looks above only as far as the repository goes", async () => {
    await using folder = await temporaryFolder();
    await treeOf(folder.path, { "repo/sub/": "", "repo/.skein/recipes/a.yaml": recipeText("a") });
    await expect(findRecipe("a", optionsIn(folder.path))).rejects.toThrow("There is no recipe");
  });

  it("looks where Goose's variables and XDG put Goose's recipes", async () => {
    await using folder = await temporaryFolder();
    const root = folder.path;
    await treeOf(root, {
      "xdg/goose/recipes/a.yaml": recipeText("a"),
      "moved/config/recipes/b.yaml": recipeText("b"),
    });
    expect((await findRecipe("a", optionsIn(root, { XDG_CONFIG_HOME: join(root, "xdg") }))).from.kind).toBe(
      "goose",
    );
    expect((await findRecipe("b", optionsIn(root, { GOOSE_PATH_ROOT: join(root, "moved") }))).from.kind).toBe(
      "goose",
    );
  });

  it("does not go on behind one that cannot be read", async () => {
    await using folder = await temporaryFolder();
    const root = folder.path;
    await treeOf(root, { "repo/sub/": "", "home/.config/skein/recipes/a.yaml": recipeText("a") });
    await writeFile(join(root, "repo/sub/a.yaml"), "a".repeat(2 ** 24));
    await expect(findRecipe("a", optionsIn(root))).rejects.toThrow(/a\.yaml cannot be read/);
  });
});

describe("a recipe by its path", () => {
  it("may be a file, a file without its ending, a folder, or behind a link", async () => {
    await using folder = await temporaryFolder();
    const root = folder.path;
    await treeOf(root, { "repo/sub/r/recipe.yml": recipeText("r"), "x/y.json": "{}" });
    await symlink(join(root, "x/y.json"), join(root, "repo/sub/z.json"));
    const files = ["./r", "r/recipe", "r/recipe.yml", "../../x/y", "z.json"].map(
      async (word) => (await findRecipe(word, optionsIn(root))).file,
    );
    expect(await Promise.all(files)).toEqual(
      [
        "repo/sub/r/recipe.yml",
        "repo/sub/r/recipe.yml",
        "repo/sub/r/recipe.yml",
        "x/y.json",
        "repo/sub/z.json",
      ].map((path) => join(root, path)),
    );
  });

  it("is not waited for, not read without end, and not taken when it is not there", async () => {
    await using folder = await temporaryFolder();
    const cwd = join(folder.path, "repo/sub");
    await mkdir(join(cwd, "empty"), { recursive: true });
    execFileSync("mkfifo", [join(cwd, "pipe.yaml")]);
    await writeFile(join(cwd, "large.yaml"), "");
    await truncate(join(cwd, "large.yaml"), 3_000_000);
    const options = optionsIn(folder.path);
    await expect(findRecipe("./pipe.yaml", options)).rejects.toThrow("not a regular file");
    await expect(findRecipe("large.yaml", options)).rejects.toThrow("at most 2097152");
    await expect(findRecipe("none.yaml", options)).rejects.toThrow("There is no recipe");
    await expect(findRecipe("./empty", options)).rejects.toMatchObject({
      hint: expect.stringContaining("folder"),
    });
  });
});

describe("what somebody typed", () => {
  it("may be a link, and then no file is looked at", async () => {
    await using folder = await temporaryFolder();
    const link = encodeLink({ title: "T" }, { scheme: "goose", values: { a: "1" } });
    expect(await findRecipe(link, optionsIn(folder.path))).toEqual({
      text: '{"title":"T"}',
      values: { a: "1" },
      from: { kind: "link", scheme: "goose" },
    });
  });

  it.each(["-x", "--help.yaml", "", "a\0b", "a;b", "a\nb", "..", "$(id)", "\u202egnp", "x".repeat(300)])(
    "is never an option or something that a terminal obeys: %j",
    async (word) => {
      await using folder = await temporaryFolder();
      await expect(findRecipe(word, optionsIn(folder.path))).rejects.toMatchObject({ code: "usage" });
    },
  );

  it("is not read with other rights than the user's", async ({ skip }) => {
    skip(process.getuid?.() === 0, "root may read everything");
    await using folder = await temporaryFolder();
    await treeOf(folder.path, { "repo/sub/a.yaml": recipeText("a") });
    await chmod(join(folder.path, "repo/sub/a.yaml"), 0);
    await expect(findRecipe("a", optionsIn(folder.path))).rejects.toMatchObject({ code: "unreadable" });
  });
});

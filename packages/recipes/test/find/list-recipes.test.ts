import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "@skein/test-kit";
import { listRecipes } from "../../src/find/list-recipes.ts";
import type { FindRecipeOptions } from "../../src/find/github/place.ts";
import { stubGh } from "./stub-gh.ts";
import { recipeText, treeOf } from "./tree-of.ts";

function optionsIn(root: string): FindRecipeOptions {
  return { cwd: join(root, "work"), home: join(root, "home"), env: {}, configFolder: join(root, "config") };
}

describe("the list of recipes", () => {
  it("has those of all places in the order of the search, and says which a name leads to", async () => {
    await using folder = await temporaryFolder();
    const root = folder.path;
    await treeOf(root, {
      "work/review.yaml": recipeText("Here"),
      "work/package.json": "{}",
      "work/compose.yml": "services: {}\n",
      "work/review.test.yaml": "recipe: review.yaml\n",
      "work/.skein/recipes/review.json": JSON.stringify({ title: "Own", description: "d", prompt: "p" }),
      "work/.skein/recipes/deep/recipe.yaml": recipeText("Deep"),
      "config/recipes/other.yaml": "title: Broken\nprompt: [\n",
      "config/recipes/odd.yaml": "title: Odd\ndescription: d\nprompt: p\nwhat: 1\n",
    });
    const { recipes, notices } = await listRecipes(optionsIn(root));
    const short = (file: string) => file.replace(`${root}/`, "");
    expect(
      recipes.map(({ name, file, title, shadowedBy, problems, from }) => ({
        name,
        file: short(file),
        from: from.kind,
        title,
        ...(shadowedBy === undefined ? {} : { shadowedBy: short(shadowedBy) }),
        problems: problems.map(({ code }) => code),
      })),
    ).toEqual([
      { name: "review", file: "work/review.yaml", from: "here", title: "Here", problems: [] },
      {
        name: "deep",
        file: "work/.skein/recipes/deep/recipe.yaml",
        from: "project",
        title: "Deep",
        problems: [],
      },
      {
        name: "review",
        file: "work/.skein/recipes/review.json",
        from: "project",
        title: "Own",
        shadowedBy: "work/review.yaml",
        problems: [],
      },
      { name: "odd", file: "config/recipes/odd.yaml", from: "user", title: "Odd", problems: ["unknown-key"] },
      {
        name: "other",
        file: "config/recipes/other.yaml",
        from: "user",
        title: undefined,
        problems: expect.arrayContaining(["bad-yaml"]) as string[],
      },
    ]);
    expect(notices).toEqual([]);
  });

  it("has the first of several files of a name in one folder before the others", async () => {
    await using folder = await temporaryFolder();
    await treeOf(folder.path, {
      "work/": "",
      "config/recipes/a.json": "{}",
      "config/recipes/a.yaml": recipeText("A"),
      "config/recipes/a/recipe.yaml": recipeText("A too"),
    });
    const { recipes } = await listRecipes(optionsIn(folder.path));
    expect(recipes.map(({ file, shadowedBy }) => [file.slice(-8), shadowedBy?.slice(-6)])).toEqual([
      ["s/a.yaml", undefined],
      ["s/a.json", "a.yaml"],
      ["ipe.yaml", "a.yaml"],
    ]);
  });

  it("has those on GitHub last, and goes on without them", async () => {
    await using folder = await temporaryFolder();
    const root = folder.path;
    const gh = await stubGh(root);
    await gh.serve({ "review/recipe.yaml": recipeText("Theirs"), "docs/readme.md": "x" });
    await treeOf(root, { "work/review.yaml": recipeText("Mine") });
    const options: FindRecipeOptions = {
      ...optionsIn(root),
      env: { PATH: gh.path },
      github: { cacheFolder: join(root, "cache"), repository: "geese/recipes" },
    };
    const { recipes } = await listRecipes(options);
    expect(
      recipes.map(({ title, from, shadowedBy }) => [title, from.kind, shadowedBy !== undefined]),
    ).toEqual([
      ["Mine", "here", false],
      ["Theirs", "github", true],
    ]);
    await gh.breakWith("exit 1");
    const without = await listRecipes(options);
    expect(without.recipes).toHaveLength(1);
    expect(without.notices).toEqual(["The recipes of geese/recipes cannot be read: gh exited with 1."]);
  });
});

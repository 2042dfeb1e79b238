import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hostWith, text } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";

it("a session whose recipe is gone can be read, and is not worked in with more rights", async () => {
  await using folder = await temporaryFolder();
  const { path: cwd } = folder;
  const file = join(cwd, "plain.yaml");
  await writeFile(file, "title: Plain\ndescription: Says it\nprompt: Begin\nextensions: []\n");
  const begun = hostWith(cwd, [[text("Done.")]]);
  let session = "";
  {
    await using host = (await begun).host;
    const wish = { recipe: file, cwd, folder: cwd, params: {}, subRecipes: [], trustHashes: [] };
    const recipe = await host.openRecipe(wish);
    const live = await host.open({ cwd, recipe, attended: false });
    await (
      await live.send(recipe.input(undefined))
    ).result;
    session = live.id;
  }
  await rm(file);
  await using host = (await hostWith(cwd, [[text("More.")]])).host;
  const live = await host.open({ cwd, session, attended: true });
  const said: unknown[] = [];
  for await (const news of live.events(0)) {
    said.push(news);
    if (JSON.stringify(news).includes("Done.")) break;
  }
  expect(said.length).toBeGreaterThan(0);
  const refused = { nextStep: { do: "replace-recipe", session } };
  await expect(live.send("more")).rejects.toMatchObject(refused);
  await expect(live.prepare()).rejects.toMatchObject(refused);
  await expect(live.fork()).rejects.toMatchObject(refused);
});

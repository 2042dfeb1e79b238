import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { trustStore } from "@skein/settings";
import { hostWith, machineOf, text } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { ownDefinitions } from "../src/providers/own-definitions.ts";

const definition = 'name: local\nengine: scripted\nbase_url: http://127.0.0.1:1\napi_key_env: ""\n';
const file = ".skein/providers/local.yaml";

it("a session with a recipe reports definitions of an untrusted project once, as one without does", async () => {
  await using folder = await temporaryFolder();
  const { path: cwd } = folder;
  machineOf(cwd, {}, { [file]: definition });
  await writeFile(
    join(cwd, "plain.yaml"),
    "title: Plain\ndescription: Says it\nprompt: Begin\nextensions: []\n",
  );
  const { host, notices } = await hostWith(cwd, [[text("Done.")]]);
  await using _ = host;
  const about = () => notices.filter(({ nextStep }) => nextStep?.do === "trust-folder").length;
  const wish = {
    recipe: join(cwd, "plain.yaml"),
    cwd,
    folder: cwd,
    params: {},
    subRecipes: [],
    trustHashes: [],
  };
  const recipe = await host.openRecipe(wish);
  await host.open({ cwd, recipe, attended: false });
  expect(about()).toBe(1);
  await host.open({ cwd, attended: false });
  expect(about()).toBe(2);
});

it("reads no definitions from empty folders, and names the folder of an untrusted project", async () => {
  await using folder = await temporaryFolder();
  const { path: cwd } = folder;
  const machine = machineOf(cwd, {}, { "home/config/providers/.hidden.yaml": definition });
  expect(await ownDefinitions(machine, cwd, {})).toEqual({ found: [], warnings: [] });
  machineOf(cwd, {}, { [file]: definition });
  const untrusted = join(cwd, ".skein/providers");
  expect(await ownDefinitions(machine, cwd, {})).toEqual({ found: [], warnings: [], untrusted });
  await trustStore(machine.directories.data).add(cwd);
  const { found } = await ownDefinitions(machine, cwd, {});
  expect(found.map(({ id, file: from }) => [id, from])).toEqual([["local", join(cwd, file)]]);
});

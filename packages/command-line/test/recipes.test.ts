import { join } from "node:path";
import type { KnownProviders } from "@skein/host/providers";
import { openRecipe } from "@skein/host/recipes";
import { usedSecrets } from "@skein/host/secrets";
import { effectiveSettings } from "@skein/host/settings";
import { scriptedProvider } from "@skein/provider-replay";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { checkRecipe } from "../src/recipes/check-recipe.ts";
import { planFacts } from "../src/recipes/plan-facts.ts";

const providers: KnownProviders = {
  one: {
    load: async () => scriptedProvider(),
    description: "",
    keyVariables: ["ONE_KEY"],
    defaultModel: "m",
  },
  other: { load: async () => scriptedProvider(), description: "", keyVariables: [], defaultModel: "n" },
};

const head = "title: Paint\ndescription: d\nextensions: []\n";

describe("checking a recipe", () => {
  it("refuses providers that the machine does not have, and knows Goose's names for those it has", async () => {
    await using folder = await temporaryFolder();
    const of = (provider: string) => `${head}prompt: Go\nsettings: { goose_provider: ${provider} }\n`;
    const machine = machineOf(folder.path, {}, { "one.yaml": of("one"), "none.yaml": of("unknown") });
    const options = { cwd: folder.path, strict: false, providers };
    expect(await checkRecipe(machine, "one.yaml", options)).toMatchObject({ valid: true, problems: [] });
    expect(await checkRecipe(machine, "none.yaml", options)).toMatchObject({
      file: join(folder.path, "none.yaml"),
      valid: false,
      problems: [{ code: "unknown-provider", path: "settings.goose_provider", line: 5 }],
    });
    expect(await checkRecipe(machine, "nowhere.yaml", options)).toMatchObject({
      file: "nowhere.yaml",
      valid: false,
    });
  });
});

describe("what is known before a run of a recipe", () => {
  it.each([
    ["the first provider", {}, { provider: "one", model: "m" }],
    ["the settings", { SKEIN_PROVIDER: "other" }, { provider: "other", model: "n" }],
  ])("names the model of %s, and which secrets are there", async (_, env, model) => {
    await using folder = await temporaryFolder();
    const { path } = folder;
    const files = { "plain.yaml": `${head}prompt: Go\n` };
    const machine = machineOf(path, { ...env, THERE: "x" }, files);
    const wish = {
      recipe: "plain.yaml",
      cwd: path,
      folder: path,
      params: {},
      subRecipes: [],
      trustHashes: [],
    };
    const options = { providers, warn: () => undefined, used: usedSecrets() };
    const { recipe } = await openRecipe(machine, wish, options);
    const settings = await effectiveSettings(machine, path);
    const facts = await planFacts(machine, {
      recipe,
      secrets: ["THERE", "NOT_THERE"],
      settings,
      providers: { known: providers, loaders: {} },
    });
    expect(facts.model).toEqual(model);
    expect(["THERE", "NOT_THERE"].map(facts.hasSecret)).toEqual([true, false]);
    expect(facts.toolsOf("developer")).toContain("shell");
  });
});

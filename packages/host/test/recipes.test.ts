import { join } from "node:path";
import { ConfigError } from "@skein/protocol";
import type { FoundRecipe } from "@skein/recipes";
import { scriptedProvider } from "@skein/provider-replay";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import type { KnownProviders } from "../src/providers.ts";
import { cannotRun } from "../src/recipes/named-recipe.ts";
import { openRecipe, type RecipeQuestions, type RecipeWish } from "../src/recipes.ts";
import { keptSecrets, usedSecrets } from "../src/secrets.ts";

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
const files = {
  "paint.yaml": `${head}prompt: "Paint it {{ times }} times, {{ colour }}"
parameters:
  - { key: times, input_type: number, requirement: required, description: How often }
  - { key: colour, input_type: select, options: [red, green], requirement: required, description: Which }
`,
  "server.yaml": `title: Server\ndescription: d\nprompt: Go\nextensions: [{ type: stdio, name: s, cmd: "true", args: [], env_keys: [TOKEN] }]\n`,
  "plain.yaml": `${head}prompt: Go\n`,
};

/** A folder with recipes, and a person who gives these answers, the first to the first question. */
async function workshop(
  answers?: readonly (string | boolean | undefined)[],
  env: Record<string, string> = {},
) {
  const folder = await temporaryFolder();
  const machine = machineOf(folder.path, env, files);
  const asked: string[] = [];
  const left = [...(answers ?? [])];
  const ask: RecipeQuestions = {
    async consent({ name }) {
      asked.push(`consent to ${name}`);
      return left.shift() === true;
    },
    async value({ parameter, initial, problem }) {
      asked.push([parameter.key, initial, problem?.message].filter((part) => part !== undefined).join(": "));
      return left.shift() as string | undefined;
    },
    async secret(name) {
      asked.push(name);
      return left.shift() as string | undefined;
    },
    secretKept: (place) => void asked.push(`kept in the ${place.kind}`),
  };
  const warned: string[] = [];
  const used = usedSecrets();
  const open = (recipe: string, more: Partial<RecipeWish> = {}) =>
    openRecipe(
      machine,
      { recipe, cwd: folder.path, folder: folder.path, params: {}, subRecipes: [], trustHashes: [], ...more },
      { providers, ask: answers && ask, warn: (text) => void warned.push(text), used },
    );
  return {
    machine,
    path: folder.path,
    asked,
    warned,
    used,
    open,
    [Symbol.asyncDispose]: folder[Symbol.asyncDispose],
  };
}

describe("a recipe of a machine", () => {
  it("asks for each missing value until it is right, and fills them in", async () => {
    await using at = await workshop(["often", "2", "red"]);
    const { recipe } = await at.open("paint.yaml");
    expect(recipe.prompt).toBe("Paint it 2 times, red");
    expect(at.asked[0]).toBe("times");
    expect(at.asked[1]).toBe('times: often: The value of times is "often".');
    expect(at.asked.slice(2)).toEqual(["colour"]);
  });

  it("is not opened when the person gives up", async () => {
    await using at = await workshop(["2", undefined]);
    await expect(at.open("paint.yaml")).rejects.toMatchObject({ name: "NotStartedError", code: "cancelled" });
  });

  it("names, where no one is available to ask, all values that are missing, with the next step as data", async () => {
    await using at = await workshop();
    const refusal: unknown = await at.open("paint.yaml").catch((error: unknown) => error);
    expect(ConfigError.is(refusal)).toBe(true);
    expect(refusal).toMatchObject({
      hint: undefined,
      nextStep: { do: "give-values", recipe: "paint.yaml", keys: ["times", "colour"] },
    });
    await expect(at.open("paint.yaml", { params: { times: "x", colour: "red" } })).rejects.toMatchObject({
      nextStep: { do: "list-parameters", recipe: "paint.yaml" },
    });
    await expect(at.open("nowhere.yaml")).rejects.toThrow("nowhere.yaml");
  });

  it("names a recipe that cannot run by its path, and one out of a link as what it is", () => {
    const said = (file: Pick<FoundRecipe, "file">) =>
      cannotRun({ found: { text: "", from: { kind: "file" }, values: {}, ...file } }, [], "/shop").message;
    expect(said({ file: "/shop/a/paint.yaml" })).toBe("The recipe a/paint.yaml cannot run:\n");
    expect(said({})).toBe("The recipe of the link cannot run:\n");
  });

  it("asks for a secret that no source has, and keeps it for the next time", async () => {
    await using at = await workshop([true, "hush"]);
    await at.open("server.yaml");
    expect(at.asked).toEqual(["consent to server.yaml", "TOKEN", "kept in the file"]);
    expect(await keptSecrets(at.machine).get("TOKEN")).toBe("hush");
    await at.open("server.yaml");
    expect(at.asked).toHaveLength(3);
    expect(at.used.all()).toEqual([{ name: "TOKEN", value: "hush" }]);
  });

  it("does without a secret that the environment sets to nothing", async () => {
    await using at = await workshop([true], { TOKEN: "" });
    await at.open("server.yaml");
    expect(at.asked).toEqual(["consent to server.yaml"]);
  });

  it("takes further recipes as sub-recipes, no name twice", async () => {
    await using at = await workshop([]);
    const { recipe } = await at.open("plain.yaml", { subRecipes: ["paint.yaml"] });
    expect(recipe.subRecipes).toMatchObject([{ name: "paint", path: join(at.path, "paint.yaml") }]);
    await expect(at.open("plain.yaml", { subRecipes: ["paint.yaml", "./paint.yaml"] })).rejects.toThrow(
      "There is a sub-recipe paint already.",
    );
  });
});

import { ConfigError, isJsonObject, type JsonObject } from "@skein/protocol";
import { encodeLink, plainValue, readDocument } from "@skein/recipes";
import type { UsableRecipe } from "@skein/host/recipes";

export interface RecipeLinkOptions {
  readonly scheme: "goose" | "skein";
  /** They come with the link, beside those that the recipe came with. */
  readonly values: Readonly<Record<string, string>>;
}

export interface RecipeLink {
  readonly link: string;
  /** Parameters of the recipe, and those values that are for none of them. */
  readonly known: readonly string[];
  readonly unknown: readonly string[];
}

/** A link that holds a whole recipe. Throws `ConfigError` when the recipe needs other files. */
export async function recipeLink(named: UsableRecipe, options: RecipeLinkOptions): Promise<RecipeLink> {
  refuseOtherFiles(named);
  const values = { ...named.found.values, ...options.values };
  const known = named.read.parameters.map(({ key }) => key);
  const link = encodeLink(await fieldsIn(named), { scheme: options.scheme, values });
  return { link, known, unknown: Object.keys(values).filter((key) => !known.includes(key)) };
}

function refuseOtherFiles({ read, recipe }: UsableRecipe): void {
  const included = read.templates.slice(1).map(({ name }) => name);
  const parts = recipe.subRecipes.map(({ path }) => path);
  const [first] = [...included, ...parts];
  if (first === undefined) return;
  throw new ConfigError("usage", `The recipe needs ${first}, and a link holds no other file.`, {
    hint: "Share its files instead.",
  });
}

/** As they stand in the file: a link holds a recipe with its templates. */
async function fieldsIn({ read }: UsableRecipe): Promise<JsonObject> {
  const { root } = await readDocument(read.source.text);
  const value = root && plainValue(root);
  if (value !== undefined && isJsonObject(value)) return value;
  throw new ConfigError("usage", "The recipe has no fields of its own, so that no link can hold it.", {
    hint: "Share its file instead.",
  });
}

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parameterValues, readRecipe, renderRecipe } from "@skein/recipes";
import type { FilledRecipe, RecipeAgentOptions } from "../../src/recipes.ts";

/** A recipe as a user's file, filled in. Throws for one that is not valid. */
export async function filledRecipe(
  folder: string,
  body: string,
  given: Readonly<Record<string, string>> = {},
): Promise<FilledRecipe> {
  const file = await writeRecipe(folder, "recipe", body);
  const text = `version: 1.0.0\ntitle: Test\ndescription: Tests.\n${body}`;
  const read = await readRecipe({ text, file });
  const { values } = await parameterValues(read.parameters, given, { cwd: folder });
  const { recipe, problems } = await renderRecipe(read, values);
  if (recipe) return { read, recipe };
  throw new Error(JSON.stringify(problems));
}

export async function writeRecipe(folder: string, name: string, body: string): Promise<string> {
  const file = join(folder, `${name}.yaml`);
  await writeFile(file, `version: 1.0.0\ntitle: Test\ndescription: Tests.\n${body}`);
  return file;
}

/** No secret is set. */
export const facts: RecipeAgentOptions = { secret: async () => undefined };

/** As YAML: a server of ours as an extension of type stdio. */
export function serverYaml(name: string, more: string = ""): string {
  const file = fileURLToPath(new URL("servers/tells-environment.ts", import.meta.url));
  return `  - type: stdio
    name: ${name}
    cmd: ${JSON.stringify(process.execPath)}
    args: [${JSON.stringify(file)}]
${more}`;
}

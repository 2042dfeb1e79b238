import { spawn } from "node:child_process";
import { ConfigError, exitCodes, isJsonObject, type JsonObject } from "@skein/protocol";
import { encodeLink, plainValue, readDocument } from "@skein/runtime/recipes";
import { usableRecipe, type UsableRecipe } from "@skein/host/recipes";
import { thisMachine } from "../../machine.ts";
import { parseFlags } from "../../arguments/parse-flags.ts";
import type { Command } from "../../command.ts";
import { note, print, printJson } from "../../session/say.ts";
import { recipeDeeplinkFlags } from "../flags.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { readParams } from "../read-params.ts";
import { requireWord } from "../require-word.ts";

const help = {
  title: "a link that holds a recipe",
  usage: ["RECIPE [flags]"],
  text: `The whole recipe is in the link, but no other file: sub-recipes and what it includes are not. Whoever gets it runs it
with skein run --recipe LINK, and is shown all of it first.`,
  examples: [
    "skein recipe deeplink tidy.yaml --params folder=src",
    "skein recipe deeplink tidy.yaml --goose --open",
  ],
  flags: recipeDeeplinkFlags,
};

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("recipe deeplink", recipeDeeplinkFlags, args);
  if (flags.help) {
    process.stdout.write(subcommandHelp("recipe deeplink", help));
    return exitCodes.done;
  }
  const named = await usableRecipe(thisMachine(), requireWord("deeplink", words), process.cwd());
  refuseOtherFiles(named);
  const values = { ...named.found.values, ...readParams(flags.params ?? []) };
  const known = named.read.parameters.map(({ key }) => key);
  for (const key of Object.keys(values)) {
    if (!known.includes(key)) note(`skein: The recipe has no parameter ${key}; known: ${known.join(", ")}.`);
  }
  const link = encodeLink(await fieldsIn(named), { scheme: flags.goose ? "goose" : "skein", values });
  if (flags.json) printJson({ link });
  else print(link);
  if (flags.open) await openLink(link);
  return exitCodes.done;
};

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

/** No shell reads it. */
async function openLink(link: string): Promise<void> {
  const [program, ...words] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(program ?? "", [...words, link], { stdio: "ignore", detached: true });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", () => resolve());
    child.once("error", (cause) =>
      reject(
        new ConfigError("usage", `${program} cannot be started, so that nothing opens the link.`, {
          cause,
          hint: "Open it by hand.",
        }),
      ),
    );
  });
  child.unref();
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  win32: ["explorer.exe"],
};

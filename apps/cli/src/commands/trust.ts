import { cleanText, jsonText, shortTime, table, widthOf } from "@skein/terminal";
import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { ConfigError } from "@skein/protocol";
import {
  directories,
  recipeTrust,
  trustStore,
  type RecipeTrust,
  type TrustState,
  type TrustStore,
} from "@skein/settings";
import { workingFolder } from "../arguments/working-folder.ts";
import { defineCommand } from "../arguments/define-command.ts";
import { jsonFlag } from "../arguments/common-flags.ts";

export const main = defineCommand({
  name: "trust",
  help: (
    flags,
  ) => `skein trust: say which projects may change what Skein may do, and which recipes may run commands

Usage
  skein trust                 the projects and recipes you trust
  skein trust PATH            trust the project in PATH, as it is now
  skein trust RECIPE          agree to the commands of a recipe, or of its NAME.test.yaml, as they are now
  skein trust --remove PATH   trust it no longer; a recipe also by its hash, or the beginning of it

Without trust a project's .skein folder can choose models and tighten limits. It can add nothing and
loosen nothing. Trust is for that very folder, at that path, with that content: a change ends it, and so
does another folder at its path.

A recipe is trusted by its content, with all that it includes, its sub-recipes, and the files that its
commands name in the working folder (--cwd), wherever it lies. Where a command names a folder, a glob or
a variable, it is trusted in that working folder alone. One that starts nothing and reaches nothing needs no trust.

Examples
  skein trust .               after you have read .skein/config.yaml
  skein trust tidy.yaml       after you have read what it runs
  skein trust --json          for scripts

Flags
${flags}
`,
  flags: {
    remove: { description: "Trust it no longer" },
    cwd: { value: "DIR", description: "Where a recipe is to run; default: here" },
    json: jsonFlag,
  },
  words: 1,
  suggests: "folders",
  run: async (flags, words) => {
    const { stdout, stderr } = process;
    const { data } = directories({ env: process.env });
    const store = trustStore(data);
    const recipes = recipeTrust(data);
    const [path] = words;
    if (flags.remove) {
      if (path === undefined) {
        throw new ConfigError("usage", "--remove needs the path of a project or a recipe.", {
          hint: "`skein trust` lists those you trust.",
        });
      }
      const wasTrusted = (await store.remove(path)) || (await removeRecipe(recipes, path));
      if (flags.json) stdout.write(`${JSON.stringify({ removed: wasTrusted })}\n`);
      else stderr.write(wasTrusted ? "It is trusted no longer.\n" : "It was not trusted.\n");
      return 0;
    }
    if (path === undefined) return list(store, recipes, flags.json ?? false);
    if (!isProject(path)) {
      const { leadsToRecipe, trustRecipe } = await import("../recipe/trust-recipe.ts");
      if (!isFolder(path) || (await leadsToRecipe(path)))
        return trustRecipe(recipes, path, { folder: workingFolder(flags.cwd), asJson: flags.json ?? false });
    }
    const added = await store.add(path);
    if (flags.json) {
      stdout.write(`${jsonText(added, 2)}\n`);
      return 0;
    }
    stderr.write(`Trusted, until its content changes: ${cleanText(added.path)}\n`);
    for (const file of added.files) stderr.write(`  .skein/${cleanText(file)}\n`);
    stderr.write(`  SHA-256 ${added.hash}\n`);
    return 0;
  },
});

const words: Record<TrustState, string> = {
  trusted: "trusted",
  changed: "changed: not trusted",
  replaced: "another folder: not trusted",
  untrusted: "not trusted",
  nothing: "no .skein there",
};

async function list(store: TrustStore, recipeStore: RecipeTrust, asJson: boolean): Promise<number> {
  const [projects, recipes] = await Promise.all([store.list(), recipeStore.list()]);
  if (asJson) {
    process.stdout.write(`${jsonText({ projects, recipes }, 2)}\n`);
    return 0;
  }
  const width = widthOf(process.stdout);
  const now = new Date();
  if (projects.length === 0) process.stderr.write("You trust no project. `skein trust PATH` changes that.\n");
  else {
    const rows = projects.map(({ path, at, state }) => [words[state], shortTime(at, now), path]);
    const columns = [{ title: "STATE" }, { title: "SINCE" }, { title: "PROJECT" }];
    process.stdout.write(table(columns, rows, width));
  }
  if (recipes.length > 0) {
    if (projects.length > 0) process.stdout.write("\n");
    const rows = recipes.map(({ hash, at, path }) => [hash.slice(0, 12), shortTime(at, now), path]);
    const columns = [{ title: "SHA-256" }, { title: "SINCE" }, { title: "RECIPE" }];
    process.stdout.write(table(columns, rows, width));
  }
  return 0;
}

function isProject(path: string): boolean {
  return existsSync(join(path, ".skein"));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** By its hash, the beginning of it, or where it was. */
async function removeRecipe(recipes: RecipeTrust, word: string): Promise<boolean> {
  const trusted = await recipes.list();
  const isMeant = ({ hash, path }: { readonly hash: string; readonly path: string }) =>
    path === resolve(word) || (word.length >= shortestHash && hash.startsWith(word.toLowerCase()));
  let wasTrusted = false;
  for (const { hash } of trusted.filter(isMeant)) wasTrusted = (await recipes.remove(hash)) || wasTrusted;
  return wasTrusted;
}

/** Characters. */
const shortestHash = 8;

import { existsSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";

/** Where recipes are looked for: a folder of this machine, or a repository. */
export interface RecipePlace {
  readonly kind: "here" | "project" | "path" | "user" | "goose" | "github";
  /** An absolute folder, or `owner/name`. */
  readonly where: string;
  /** The variable or setting that names it. */
  readonly by?: string;
}

export interface PlaceOptions {
  /** Absolute. */
  readonly cwd: string;
  /** The user's home; otherwise `undefined`. */
  readonly home: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Skein's folder for what a person writes, absolute: `$XDG_CONFIG_HOME/skein` mostly. */
  readonly configFolder: string;
}

/** The folders with recipes, the first that has one of a name wins. No folder stands twice; they need not exist. */
export function recipeFolders(options: PlaceOptions): readonly RecipePlace[] {
  const { cwd, configFolder } = options;
  const places: RecipePlace[] = [
    { kind: "here", where: cwd },
    ...projectFolders(cwd).flatMap((folder) =>
      [".skein", ".goose", ".agents"].map((own) => ({
        kind: "project" as const,
        where: join(folder, own, "recipes"),
      })),
    ),
    ...pathFolders("SKEIN_RECIPE_PATH", options),
    ...pathFolders("GOOSE_RECIPE_PATH", options),
    { kind: "user", where: join(configFolder, "recipes") },
    ...gooseFolders(options),
  ];
  const seen = new Set<string>();
  return places.filter(({ where }) => {
    if (seen.has(where)) return false;
    seen.add(where);
    return true;
  });
}

/** From `cwd` up to the root of the repository that it is in; outside of one `cwd` alone: what lies above may be anybody's. */
export function projectFolders(cwd: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.push(folder);
    if (existsSync(join(folder, ".git"))) return folders;
    if (folder === dirname(folder)) return [cwd];
  }
}

function pathFolders(by: string, { cwd, home, env }: PlaceOptions): RecipePlace[] {
  const folders = (env[by] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => {
    const where =
      home !== undefined && /^~[/\\]/.test(folder) ? join(home, folder.slice(2)) : resolve(cwd, folder);
    return { kind: "path", where, by };
  });
}

/** Where Goose keeps the user's recipes. Source: its `Paths`, which GOOSE_PATH_ROOT moves. */
function gooseFolders({ home, env }: PlaceOptions): RecipePlace[] {
  const { GOOSE_PATH_ROOT: root, XDG_CONFIG_HOME: xdg } = env;
  const folders: string[] = [];
  if (root && isAbsolute(root)) folders.push(join(root, "config", "recipes"));
  else if (xdg && isAbsolute(xdg)) folders.push(join(xdg, "goose", "recipes"));
  if (home !== undefined)
    folders.push(join(home, ".config", "goose", "recipes"), join(home, ".agents", "recipes"));
  return folders.map((where) => ({ kind: "goose", where }));
}

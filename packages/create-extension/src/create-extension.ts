import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What cannot be made, in a sentence that says what to do. */
export class CreateError extends Error {}

export interface CreatedExtension {
  readonly folder: string;
  /** Relative to the folder. */
  readonly files: readonly string[];
}

const own = join(import.meta.dirname, "..");
const ending = ".tmpl";

/**
 * Creates the package of a new extension in a folder of its name.
 *
 * @throws CreateError for a name that cannot be one, and for a folder that exists; nothing is written then.
 */
export function createExtension(parent: string, name: string): CreatedExtension {
  if (!/^[a-z][a-z0-9-]{0,62}$/.test(name))
    throw new CreateError(
      `"${name}" cannot be an extension's name. Use lower-case letters, digits and hyphens: my-tools.`,
    );
  const folder = join(parent, name);
  if (existsSync(folder)) throw new CreateError(`${folder} exists. Choose another name, or remove it.`);
  const { devDependencies: versions } = JSON.parse(readFileSync(join(own, "package.json"), "utf8")) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const filled = (text: string) =>
    text
      .replaceAll("__name__", name)
      .replaceAll("__kit__", versions["@skein/extension-kit"] ?? "*")
      .replaceAll("__zod__", versions["zod"] ?? "*");
  const template = join(own, "template");
  const files = (readdirSync(template, { recursive: true }) as string[]).filter((path) =>
    path.endsWith(ending),
  );
  const folders = new Set([".", ...files.map((path) => dirname(path))]);
  for (const path of folders) mkdirSync(join(folder, path));
  for (const path of files)
    writeFileSync(
      join(folder, path.slice(0, -ending.length)),
      filled(readFileSync(join(template, path), "utf8")),
    );
  return { folder, files: files.map((path) => path.slice(0, -ending.length)).toSorted() };
}

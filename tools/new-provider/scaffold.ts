import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { namesOf } from "./names.ts";
import type { VendorNames } from "./names.ts";
import { wires } from "./wires.ts";

/** What cannot be made, in a sentence that says what to do. */
export class ScaffoldError extends Error {}

export interface Made {
  /** Relative to the root of the repository. */
  readonly folder: string;
  readonly files: readonly string[];
  /** Files of others that got a line. */
  readonly changed: readonly string[];
}

const templates = join(import.meta.dirname, "templates");

/**
 * Makes the package of a new provider, and tells the command of it.
 *
 * Throws `ScaffoldError`, with nothing written.
 */
export function scaffold(root: string, id: string, wire: string): Made {
  const names = namesOf(id);
  const kit = Object.hasOwn(wires, wire) ? wires[wire] : undefined;
  const folder = `packages/provider-${id}`;
  if (!names) {
    throw new ScaffoldError(
      `"${id}" cannot be a provider's name. Use lower-case letters, digits and hyphens: my-vendor.`,
    );
  }
  if (!kit) {
    throw new ScaffoldError(`There is no wire "${wire}". Use one of: ${Object.keys(wires).join(", ")}.`);
  }
  if (existsSync(join(root, folder))) {
    throw new ScaffoldError(`There is ${folder} already. Choose another name, or remove it.`);
  }
  const fill = (text: string): string =>
    filled(text, names)
      .replaceAll("__address__", kit.address)
      .replaceAll("__keyHeaders__", kit.keyHeaders)
      .replaceAll("__refusal__", kit.refusal);
  const files = new Map([
    ...templatesIn("common", fill),
    ...takenFrom(root, kit.from ?? "", kit.takes),
    ...templatesIn(wire, fill),
  ]);
  const lines = Object.entries(appChanges).map(([path, change]) => {
    const text = readFileSync(join(root, path), "utf8");
    return [path, change(text, names)] as const;
  });

  for (const [path, text] of files) {
    const file = join(root, folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  for (const [path, text] of lines) writeFileSync(join(root, path), text);
  return { folder, files: [...files.keys()].toSorted(), changed: appFiles };
}

const appChanges: Readonly<Record<string, (text: string, names: VendorNames) => string>> = {
  "apps/cli/src/later.ts": withLoader,
  "apps/cli/src/providers.ts": withEntry,
  "apps/cli/package.json": withDependency,
};

/** Files of the app that get a line for the new provider. */
export const appFiles: readonly string[] = Object.keys(appChanges);

function filled(text: string, { id, camel, pascal, env }: VendorNames): string {
  return text
    .replaceAll("__id__", id)
    .replaceAll("__camel__", camel)
    .replaceAll("__Pascal__", pascal)
    .replaceAll("__ENV__", env);
}

function templatesIn(name: string, fill: (text: string) => string): [string, string][] {
  const folder = join(templates, name);
  return filesIn(folder).map((path) => [
    path.replace(/\.tmpl$/, ""),
    fill(readFileSync(join(folder, path), "utf8")),
  ]);
}

function takenFrom(root: string, provider: string, takes: readonly string[]): [string, string][] {
  const src = join(root, "packages", provider, "src");
  return takes
    .flatMap((path) => (path.endsWith("/") ? filesIn(join(src, path)).map((name) => path + name) : [path]))
    .map((path) => [`src/${path}`, readFileSync(join(src, path), "utf8")]);
}

/** Relative, with slashes. */
function filesIn(folder: string): string[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll("\\", "/"));
}

/** The command's list of providers, with one more before the scripted one. */
function withEntry(text: string, { id, pascal, env }: VendorNames): string {
  const key = /^[a-z0-9]+$/.test(id) ? id : `"${id}"`;
  const entry = `  ${key}: {
    load: async (access) => (await loadProvider${pascal}()).create${pascal}(access),
    description: "${pascal}; key in ${env}_API_KEY",
    keyVariables: ["${env}_API_KEY"],
    addressVariable: "${env}_BASE_URL",
  },
`;
  if (!text.includes("  replay: {\n"))
    throw new ScaffoldError("apps/cli/src/providers.ts has no list of providers to add to.");
  if (new RegExp(`^  "?${id}"?: \\{`, "m").test(text)) {
    throw new ScaffoldError(`The command has a provider "${id}" already. Choose another name.`);
  }
  const imported = text.replace("  loadProviderReplay,\n", (last) => `  loadProvider${pascal},\n${last}`);
  return imported.replace("  replay: {\n", (last) => entry + last);
}

/** What the command loads when it is needed, with the new package before the scripted one. */
function withLoader(text: string, { id, pascal }: VendorNames): string {
  const loader = `export const loadProvider${pascal} = () => import("@skein/provider-${id}");\n`;
  return text.replace("export const loadProviderReplay", (last) => loader + last);
}

/** What the command is bundled with. */
function withDependency(text: string, { id }: VendorNames): string {
  const manifest = JSON.parse(text) as { devDependencies?: Record<string, string> };
  const all = { ...manifest.devDependencies, [`@skein/provider-${id}`]: "workspace:^" };
  const sorted = Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify({ ...manifest, devDependencies: Object.fromEntries(sorted) }, null, 2)}\n`;
}

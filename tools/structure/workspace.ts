import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { withLazyImports } from "./loaders.ts";
import { importsOf, lineAt, readSource } from "./source.ts";
import type { SourceFile } from "./source.ts";

export type { SourceFile } from "./source.ts";

export interface Problem {
  /** Relative to the root of the repository, with slashes. */
  readonly file: string;
  readonly line: number;
  readonly what: string;
  readonly fix: string;
}

export type Dependencies = Readonly<Record<string, string>>;

interface Manifest {
  readonly name?: string;
  readonly private?: boolean;
  readonly version?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly exports?: unknown;
  readonly publishConfig?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Dependencies;
  readonly devDependencies?: Dependencies;
  readonly peerDependencies?: Dependencies;
  readonly optionalDependencies?: Dependencies;
}

/** A package in `packages/`, an app in `apps/`, or an example in `examples/`. */
export interface Member {
  readonly kind: "packages" | "apps" | "examples";
  /** The name of its folder; its package is called `@skein/<name>`. */
  readonly name: string;
  /** Relative to the root of the repository, with slashes. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly manifestText: string;
  /** In an example: all its TypeScript. */
  readonly src: readonly SourceFile[];
  readonly test: readonly SourceFile[];
}

/** Files that belong to no package and may import each other, all of one folder: `tools`, `bench`. */
export interface Loose {
  readonly folder: string;
  readonly src: readonly SourceFile[];
}

export interface Workspace {
  readonly root: string;
  readonly members: readonly Member[];
  readonly loose: readonly Loose[];
  readonly problems: readonly Problem[];
}

export function readWorkspace(root: string): Workspace {
  const members: Member[] = [];
  const problems: Problem[] = [];
  for (const kind of ["packages", "apps", "examples"] as const) {
    for (const name of foldersIn(join(root, kind))) {
      const folder = `${kind}/${name}`;
      const file = `${folder}/package.json`;
      const manifestText = readText(root, file);
      // Examples that are no programs: recipes.
      if (manifestText === undefined && kind === "examples" && sourceFiles(root, folder).length === 0)
        continue;
      if (manifestText === undefined) {
        problems.push({
          file,
          line: 1,
          what: "the folder has no package.json",
          fix: "add one or remove the folder",
        });
        continue;
      }
      const sources = kind === "examples" ? [folder] : [`${folder}/src`];
      const read = {
        src: sources.flatMap((path) => sourceFiles(root, path)),
        test: kind === "examples" ? [] : sourceFiles(root, `${folder}/test`),
      };
      members.push({
        kind,
        name,
        folder,
        manifest: JSON.parse(manifestText) as Manifest,
        manifestText,
        ...withLazyImports(folder, read),
      });
    }
  }
  const loose = ["tools", "bench"].map((folder) => ({ folder, src: sourceFiles(root, folder) }));
  return { root, members, loose, problems };
}

export function readText(root: string, file: string): string | undefined {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** The line of a manifest that holds a key or value; the first line when none does. */
export function lineOf(text: string, wanted: string): number {
  const position = text.indexOf(JSON.stringify(wanted));
  return position === -1 ? 1 : lineAt(text, position);
}

/** `@skein/x/y` → `x`; `undefined` for other modules. */
export function ownName(specifier: string): string | undefined {
  return /^@skein\/([^/]+)/.exec(specifier)?.[1];
}

/** `@scope/name/path` → `@scope/name`. */
export function packageName(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function foldersIn(path: string): string[] {
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

function sourceFiles(root: string, folder: string): SourceFile[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) {
      return ["node_modules", "dist", "fixtures"].includes(entry.name) ? [] : sourceFiles(root, path);
    }
    if (!/\.[cm]?tsx?$/.test(entry.name)) return [];
    const source = readSource(readFileSync(join(root, path), "utf8"));
    const imports = importsOf(source).map(({ specifier, position }) => ({
      specifier,
      line: lineAt(source.text, position),
    }));
    return [{ path, source, imports }];
  });
}

import type { Dependencies } from "../../structure/workspace.ts";
import type { Packed } from "../pack.ts";
import { readTarball } from "../tarball.ts";

/** The manifest in a tarball: `exports` names files of `dist`, and each range is one that a registry knows. */
export interface PackedManifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies?: Dependencies;
  readonly optionalDependencies?: Dependencies;
  readonly peerDependencies?: Dependencies;
  readonly devDependencies?: Dependencies;
}

export interface PackedPackage {
  /** Full name: `@skein/agent`. */
  readonly name: string;
  readonly tarball: string;
  readonly files: ReadonlyMap<string, Buffer>;
  readonly manifest: PackedManifest;
}

export function readPackage({ tarball }: Pick<Packed, "tarball">): PackedPackage {
  if (tarball === undefined) throw new Error("The package could not be packed.");
  const files = readTarball(tarball);
  const manifest = JSON.parse(files.get("package.json")?.toString() ?? "{}") as PackedManifest;
  return { name: manifest.name, tarball, files, manifest };
}

/** Everything that an install of the package brings, or that its user is asked to install. */
export function declaredDependencies(manifest: PackedManifest): Dependencies {
  return { ...manifest.peerDependencies, ...manifest.optionalDependencies, ...manifest.dependencies };
}

export interface Entry {
  /** As a program imports it: `@skein/agent/replay`. */
  readonly specifier: string;
  /** Path in the tarball of its JavaScript. */
  readonly file: string;
}

/** The entries that hold code: not `package.json`, data, native programs or patterns. */
export function codeEntries({ name, manifest }: PackedPackage): readonly Entry[] {
  return Object.entries(manifest.exports ?? {}).flatMap(([path, target]) => {
    const file = typeof target === "string" ? target : (target["default"] ?? "");
    return /^\.\/[^*]+\.[cm]?js$/.test(file)
      ? [{ specifier: `${name}${path.slice(1)}`, file: file.slice(2) }]
      : [];
  });
}

import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The packages that an app builds on. */
const packages = ["protocol", "agent", "extension-kit", "provider-kit", "provider-conformance", "host"];

/** What a program may import, by the source that it comes from. */
export function entryPoints(root: string): ReadonlyMap<string, string> {
  const entries = packages.flatMap((name) => {
    const folder = join(root, "packages", name);
    const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
    return Object.entries(exports)
      .filter(([, source]) => source.endsWith(".ts"))
      .map(([path, source]) => [join(folder, source), join("@skein", name, path)] as const);
  });
  return new Map(entries);
}

interface Manifest {
  readonly exports: Readonly<Record<string, string>>;
}

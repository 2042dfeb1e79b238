import { posix } from "node:path";
import type { Member } from "../structure/workspace.ts";

interface PackedManifest {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  readonly license?: string;
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly publishConfig?: { readonly executableFiles?: readonly string[] };
  /** As packed: entries by their subpath. */
  readonly exports?: Readonly<Record<string, unknown>>;
}

/** What is wrong with the files of a tarball that publint and attw do not look at. */
export function tarballProblems(kind: Member["kind"], files: ReadonlyMap<string, Buffer>): readonly string[] {
  const manifest = JSON.parse(files.get("package.json")?.toString() ?? "{}") as PackedManifest;
  const programs = (manifest.publishConfig?.executableFiles ?? []).map((name) => name.replace(/^\.\//, ""));
  const licences = kind === "apps" ? ["dist/THIRD-PARTY-LICENSES.txt"] : [];
  const wanted = ["LICENSE", "README.md", ...licences, ...programs];
  const allowed = kind === "apps" ? appFile : libraryFile;
  const missing = wanted.filter((name) => !files.has(name)).map((name) => `${name} is missing.`);
  const needless = [...files.keys()].filter(
    (name) =>
      !allowed.test(name) &&
      !programs.includes(name) &&
      manifest.exports?.[`./${name}`] !== `./${name}` &&
      !isImportedData(name, files) &&
      !(isCreator(manifest) && templateFile.test(name)),
  );
  return [
    ...missing,
    ...needless.map((name) => `${name} is not needed by those who install the package.`),
    ...(kind === "apps" ? [] : [...files].flatMap(([name, bytes]) => mapProblems(name, bytes, files))),
    ...manifestProblems(manifest),
  ];
}

const libraryFile = /^(package\.json|LICENSE|README\.md|src\/.+\.(ts|c|h)|dist\/.+\.(js|d\.ts)(\.map)?)$/;
/** What a package for `npm create` copies. */
const templateFile = /^template\/.+\.tmpl$/;
const isCreator = ({ name = "" }: PackedManifest): boolean => /(?:^|\/)create-/.test(name);

/** A map is of use where the sources that it leads to are installed, too. */
function mapProblems(name: string, bytes: Buffer, files: ReadonlyMap<string, Buffer>): readonly string[] {
  if (!name.endsWith(".map")) return [];
  const { sources = [], sourcesContent } = JSON.parse(bytes.toString()) as {
    readonly sources?: readonly string[];
    readonly sourcesContent?: unknown;
  };
  if (sourcesContent !== undefined) return [];
  return sources
    .filter((source) => !files.has(posix.join(posix.dirname(name), source)))
    .map((source) => `${name} leads to ${source}, which is not in the package.`);
}

/** JSON beside the sources that import it. */
function isImportedData(name: string, files: ReadonlyMap<string, Buffer>): boolean {
  const [, path] = /^src\/(.+\.json)$/.exec(name) ?? [];
  if (path === undefined) return false;
  const file = path.slice(path.lastIndexOf("/") + 1);
  return [...files].some(([other, bytes]) => /^src\/.+\.ts$/.test(other) && bytes.includes(`/${file}"`));
}

/** No maps: they are four times the size of what they explain. */
const appFile =
  /^(package\.json|LICENSE|README\.md|bin\/(?:skein\.cjs|resolve-import\.mjs)|dist\/(main\.script|chunks\/[^/]+\.script|web\/.+(?<!\.map)|THIRD-PARTY-LICENSES\.txt))$/;

function manifestProblems(manifest: PackedManifest): string[] {
  const {
    description = "",
    license,
    engines,
    dependencies,
    optionalDependencies,
    peerDependencies,
  } = manifest;
  const ranges = Object.entries({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return [
    ...(description.length < 20 ? ["package.json has no description that says something."] : []),
    ...(license === "Apache-2.0" ? [] : ["package.json names no licence, or another."]),
    ...(engines?.node === ">=24" ? [] : ["package.json does not say which Node it needs."]),
    ...ranges
      .filter(([, range]) => /^(workspace|catalog|file|link):/.test(range))
      .map(
        ([name, range]) =>
          `package.json asks for ${name} by ${range}, which only this workspace can resolve.`,
      ),
  ];
}

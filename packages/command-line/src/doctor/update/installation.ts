import { realpath } from "node:fs/promises";

/** The package that people install. */
export const packageName = "@skein/cli";

/** How the program that runs was installed. */
export type Installation =
  /** Under `prefix`, by `npm install -g`. */
  | { readonly by: "npm"; readonly prefix: string }
  /** By something that is not called from here. @param command - what people type for the newest version. */
  | { readonly by: "other"; readonly command: string }
  /** Not as a package: from its sources, or as one executable. */
  | { readonly by: "unknown" };

const places: readonly (readonly [RegExp, command: string])[] = [
  [/\/_npx\//, `npx ${packageName}@latest`],
  [/\/pnpm\/(?:global|store)\//, `pnpm add -g ${packageName}@latest`],
  [/\/\.bun\/install\/global\//, `bun add -g ${packageName}@latest`],
  [/\/(?:\.config\/)?yarn\/global\//, `yarn global add ${packageName}@latest`],
];

/** @param program - the file that runs. */
export async function installationOf(program: string): Promise<Installation> {
  const path = (await realpath(program).catch(() => program)).replaceAll("\\", "/");
  const inside = `/node_modules/${packageName}/`;
  if (!path.includes(inside)) return { by: "unknown" };
  const other = places.find(([place]) => place.test(path));
  if (other) return { by: "other", command: other[1] };
  const root = path.slice(0, path.lastIndexOf(inside));
  if (root.endsWith("/lib")) return { by: "npm", prefix: root.slice(0, -"/lib".length) };
  if (root.endsWith("/npm")) return { by: "npm", prefix: root }; // on Windows
  return { by: "other", command: `npm install ${packageName}@latest` };
}

// What each set-up step depends on, as a hash.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { at } from "./environment.mjs";

const memberFolders = ["packages", "apps", "examples"];

/** Changes with the lockfile, the workspace settings and every package.json. */
export function installHash() {
  const files = ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json", "tools/docs/package.json"].map(
    (file) => at(file),
  );
  return hashOf([...files, ...members(memberFolders).map((folder) => join(folder, "package.json"))]);
}

/** Changes with every source that can end up in the CLI; `undefined` when there is nothing to bundle. */
export function bundleHash() {
  if (!existsSync(at("apps", "cli", "src", "main.ts"))) return undefined;
  const folders = members(["packages", "apps"]);
  return hashOf([
    at("pnpm-lock.yaml"),
    at("tools", "packages", "bundle-loaders.ts"),
    at("tools", "structure", "loaders.ts"),
    ...members(["apps"]).flatMap((folder) =>
      namesIn(folder)
        .filter((entry) => entry.isFile() && /\.(ts|json)$/.test(entry.name))
        .map((entry) => join(folder, entry.name)),
    ),
    ...folders.map((folder) => join(folder, "package.json")),
    ...folders.flatMap((folder) => filesUnder(join(folder, "src"))),
  ]);
}

export const addonSources = () => filesUnder(at("packages", "launcher", "src", "addon"));

export function launcherSources() {
  const ofAddon = addonSources();
  return filesUnder(at("packages", "launcher", "src")).filter((file) => !ofAddon.includes(file));
}

/** Changes with the sources of the launcher and its addon, and with how they are built. */
export function launcherHash() {
  return hashOf([at("scripts", "build-launcher.mjs"), ...launcherSources(), ...addonSources()]);
}

function members(folders) {
  return folders.flatMap((folder) =>
    namesIn(at(folder))
      .filter((entry) => entry.isDirectory())
      .map((entry) => at(folder, entry.name)),
  );
}

function filesUnder(folder) {
  return namesIn(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

function namesIn(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  // The older Nodes that may run this have no `toSorted`.
  return [...entries].sort((a, b) => (a.name < b.name ? -1 : 1)); // oxlint-disable-line unicorn/no-array-sort
}

function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files) {
    if (existsSync(file))
      hash
        .update(`${file.slice(at().length)}\0`)
        .update(readFileSync(file))
        .update("\0");
  }
  return hash.digest("hex");
}

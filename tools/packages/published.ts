import { rmSync } from "node:fs";
import { join } from "node:path";
import { runStep } from "../checks/run-step.ts";
import { readWorkspace } from "../structure/workspace.ts";
import type { Member } from "../structure/workspace.ts";
import { bundleLibrary } from "./bundle-library.ts";

/** The packages that are published. */
export function publishedMembers(root: string): readonly Member[] {
  return readWorkspace(root).members.filter(
    ({ kind, manifest }) => kind !== "examples" && manifest.private !== true,
  );
}

/**
 * Builds the libraries from scratch, so that no output of a deleted source is packed, and checks the types of the apps;
 * what runs of those is the bundle that set-up has made.
 *
 * @returns what went wrong.
 */
export async function buildLibraries(root: string): Promise<string | undefined> {
  const members = readWorkspace(root).members.filter(({ kind }) => kind !== "examples");
  for (const { kind, folder } of members) {
    if (kind === "packages") rmSync(join(root, folder, "dist"), { recursive: true, force: true });
  }
  const withSources = members.filter(({ src }) => src.length > 0);
  const command = ["tsc", "-b", "--force", ...withSources.map(({ folder }) => folder)];
  const { ok, output } = await runStep({ name: "build", commands: [command] }, false);
  if (!ok) return output;
  for (const { kind, folder } of withSources) {
    if (kind === "packages") await bundleLibrary(join(root, folder));
  }
  return undefined;
}

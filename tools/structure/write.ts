import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ArrowTable } from "./arrows.ts";
import { fixedGroup, packageReferences, publishedExports, rootReferences, taskScripts } from "./derived.ts";
import { readText } from "./workspace.ts";
import type { Member, Workspace } from "./workspace.ts";

/** Brings the settings that follow from the manifests up to date. The formatter gives them their final shape. */
export function writeDerived(workspace: Workspace, arrows: ArrowTable): void {
  const { root, members } = workspace;
  for (const member of members.filter(({ kind }) => kind !== "examples")) {
    const references = asReferences(packageReferences(member, workspace, arrows));
    update(root, `${member.folder}/tsconfig.json`, (settings) => ({
      ...(settings ?? { extends: "../../tsconfig.base.json" }),
      references,
    }));
    writeExports(member, root);
    writeFirstChangelog(member, root);
  }
  for (const member of members) {
    update(root, `${member.folder}/package.json`, (settings) => {
      const scripts = { ...(settings?.["scripts"] as object | undefined), ...taskScripts(member) };
      return Object.keys(scripts).length === 0 ? { ...settings } : { ...settings, scripts };
    });
  }
  update(root, "tsconfig.json", (settings) => ({
    ...settings,
    references: asReferences(rootReferences(workspace)),
  }));
  update(root, ".changeset/config.json", (settings) => ({ ...settings, fixed: [fixedGroup(workspace)] }));
}

function writeExports({ folder, manifest }: Member, root: string): void {
  const { exports: exported } = manifest;
  if (manifest.private === true || typeof exported !== "object" || exported === null) return;
  update(root, `${folder}/package.json`, (settings) => ({
    ...settings,
    // In the formatter's order, so that what is up to date stays as it is.
    publishConfig: {
      ...manifest.publishConfig,
      exports: publishedExports(exported as Record<string, unknown>),
      access: manifest.publishConfig?.["access"] ?? "public",
    },
  }));
}

/** Later versions get their entries from `changeset version`. */
function writeFirstChangelog({ folder, manifest }: Member, root: string): void {
  const file = `${folder}/CHANGELOG.md`;
  if (manifest.private === true || manifest.version === undefined) return;
  if (readText(root, file) !== undefined) return;
  writeFileSync(join(root, file), `# ${manifest.name}\n\n## ${manifest.version}\n\nThe first version.\n`);
}

function asReferences(paths: readonly string[]): { path: string }[] {
  return paths.map((path) => ({ path }));
}

type Settings = Readonly<Record<string, unknown>>;

function update(root: string, file: string, change: (settings: Settings | undefined) => Settings): void {
  const text = readText(root, file);
  const before = text === undefined ? undefined : (JSON.parse(text) as Settings);
  const after = change(before);
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  writeFileSync(join(root, file), `${JSON.stringify(after, undefined, 2)}\n`);
}

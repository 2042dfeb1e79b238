import { isDeepStrictEqual } from "node:util";
import type { ArrowTable } from "../arrows.ts";
import { fixedGroup, packageReferences, publishedExports, rootReferences } from "../derived.ts";
import { lineOf, readText } from "../workspace.ts";
import type { Member, Problem, Workspace } from "../workspace.ts";

const fix = "run `npm run format`";

interface TypeScriptSettings {
  readonly references?: readonly { readonly path: string }[];
}

/** Every package has a README, and the settings that follow from its manifest are up to date. */
export function upkeepProblems(workspace: Workspace, arrows: ArrowTable): Problem[] {
  const members = workspace.members.filter(({ kind }) => kind !== "examples");
  return [
    ...members.flatMap((member) => readmeProblems(member, workspace.root)),
    ...members.flatMap((member) => changelogProblems(member, workspace.root)),
    ...members.flatMap((member) =>
      referenceProblems(
        `${member.folder}/tsconfig.json`,
        packageReferences(member, workspace, arrows),
        workspace.root,
      ),
    ),
    ...members.flatMap(exportProblems),
    ...referenceProblems("tsconfig.json", rootReferences(workspace), workspace.root),
    ...fixedGroupProblems(workspace),
  ];
}

function readmeProblems({ folder }: Member, root: string): Problem[] {
  if (readText(root, `${folder}/README.md`) !== undefined) return [];
  return [
    {
      file: `${folder}/README.md`,
      line: 1,
      what: "is missing",
      fix: "write what the package is for and ten lines that run",
    },
  ];
}

/** Later versions get theirs from `changeset version`; a new package starts with the version it has. */
function changelogProblems({ folder, manifest }: Member, root: string): Problem[] {
  const file = `${folder}/CHANGELOG.md`;
  const heading = `## ${manifest.version}`;
  if (manifest.private === true || manifest.version === undefined) return [];
  if (readText(root, file)?.split("\n").includes(heading) === true) return [];
  return [{ file, line: 1, what: `has no entry "${heading}"`, fix }];
}

function referenceProblems(file: string, wanted: readonly string[], root: string): Problem[] {
  const text = readText(root, file);
  if (text === undefined) return [{ file, line: 1, what: "is missing", fix }];
  const settings = JSON.parse(text) as TypeScriptSettings;
  const found = (settings.references ?? []).map(({ path }) => path);
  const line = lineOf(text, "references");
  return [
    ...wanted
      .filter((path) => !found.includes(path))
      .map((path) => ({ file, line, what: `has no reference to ${path}`, fix })),
    ...found
      .filter((path) => !wanted.includes(path))
      .map((path) => ({ file, line: lineOf(text, path), what: `has a needless reference to ${path}`, fix })),
  ];
}

function exportProblems({ folder, manifest, manifestText }: Member): Problem[] {
  if (manifest.private === true || typeof manifest.exports !== "object" || manifest.exports === null)
    return [];
  const wanted = publishedExports(manifest.exports as Record<string, unknown>);
  if (isDeepStrictEqual(manifest.publishConfig?.["exports"], wanted)) return [];
  const line = lineOf(manifestText, "publishConfig");
  return [{ file: `${folder}/package.json`, line, what: "publishConfig.exports differs from exports", fix }];
}

function fixedGroupProblems(workspace: Workspace): Problem[] {
  const file = ".changeset/config.json";
  const text = readText(workspace.root, file);
  if (text === undefined) return [];
  const { fixed = [] } = JSON.parse(text) as { fixed?: string[][] };
  if (isDeepStrictEqual(fixed.flat(), fixedGroup(workspace))) return [];
  return [{ file, line: lineOf(text, "fixed"), what: "the group released together is out of date", fix }];
}

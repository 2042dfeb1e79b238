import { dirname } from "node:path/posix";
import { lineAt } from "../source.ts";
import type { Member, Problem, Workspace } from "../workspace.ts";

const mostFiles = 30;

/** Verbs that say nothing of what is done, and the nouns made of them. */
const generic = /^(take|place|ask|said|say|hear|see|find|put|give|look)$/i;

const exported = /^export (?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;

/** A reader who is new finds a file in its folder and a thing by its name: folders are small, names say what is meant. */
export function newcomerProblems({ members }: Workspace): Problem[] {
  const packages = members.filter(({ kind }) => kind !== "examples");
  return [...packages.flatMap(folderProblems), ...packages.flatMap(nameProblems)];
}

function folderProblems({ src }: Member): Problem[] {
  const folders = Map.groupBy(src, ({ path }) => dirname(path));
  return [...folders].flatMap(([file, { length }]) =>
    length <= mostFiles
      ? []
      : [
          {
            file,
            line: 1,
            what: `has ${length} files flat, of at most ${mostFiles}`,
            fix: "put what changes together into a folder",
          },
        ],
  );
}

function nameProblems({ src }: Member): Problem[] {
  return src.flatMap(({ path, source }) =>
    [...source.code.matchAll(exported)].flatMap(({ 1: name = "", index }) =>
      generic.test(name)
        ? [
            {
              file: path,
              line: lineAt(source.text, index),
              what: `exports "${name}", a name for anything`,
              fix: "say what it does or is, with a word of the field",
            },
          ]
        : [],
    ),
  );
}

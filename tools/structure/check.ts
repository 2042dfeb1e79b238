import { arrows } from "./arrows.ts";
import { structureProblems } from "./structure.ts";
import { readWorkspace } from "./workspace.ts";
import { writeDerived } from "./write.ts";

// node tools/structure/check.ts [--write] [ROOT]
const args = process.argv.slice(2);
const root = args.find((arg) => !arg.startsWith("-")) ?? process.cwd();
const workspace = readWorkspace(root);

if (args.includes("--write")) {
  writeDerived(workspace, arrows);
} else {
  const problems = structureProblems(workspace);
  for (const { file, line, what, fix } of problems) console.log(`${file}:${line}: ${what}; ${fix}`);
  const files = workspace.members.flatMap(({ src, test }) => [...src, ...test]);
  const imports = files.flatMap((file) => file.imports);
  const counts = `${workspace.members.length} packages, ${files.length} files, ${imports.length} imports`;
  console.log(
    problems.length === 0 ? `Structure is sound: ${counts}.` : `Problems: ${problems.length}, in ${counts}.`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}

import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { taskScripts } from "../derived.ts";
import { lineAt } from "../source.ts";
import { lineOf, ownName, readText } from "../workspace.ts";
import type { Member, Problem, Workspace } from "../workspace.ts";

/** What is built and tested of a package are tasks of turbo, and what it reads of others is an input of that task. */
export function taskProblems({ members, root }: Workspace): Problem[] {
  return members.flatMap((member) => [...scriptProblems(member), ...inputProblems(member, root)]);
}

function scriptProblems(member: Member): Problem[] {
  const { folder, manifest, manifestText } = member;
  const lacking = Object.entries(taskScripts(member)).filter(
    ([name, script]) => manifest.scripts?.[name] !== script,
  );
  return lacking.map(([name, script]) => {
    const what = `script "${name}" is not "${script}", turbo's task`;
    const line = lineOf(manifestText, "scripts");
    return { file: `${folder}/package.json`, line, what, fix: "run `npm run format`" };
  });
}

/** Turbo hashes a package and what it depends on. A result would outlive a change of any other file that is read. */
function inputProblems({ folder, manifest, src, test }: Member, root: string): Problem[] {
  const inputs = declaredInputs(root, folder);
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const known = names.flatMap((name) => ownName(name) ?? []).map((name) => `packages/${name}/`);
  return [...src, ...test].flatMap(({ path, source }) =>
    source.literals.flatMap(({ value, start }) => {
      if (!/^(\.\.\/)+[\w.]/.test(value)) return [];
      const target = posix.join(posix.dirname(path), value);
      const isOwn = target === folder || target.startsWith(`${folder}/`);
      const isKnown = [...known, ...inputs].some((beginning) => target.startsWith(beginning));
      // The root itself names no file: what a test reads below it stands in its package's turbo.json all the same.
      if (isOwn || isKnown || /^\.(\.|\/?$)/.test(target) || !existsSync(join(root, target))) return [];
      const fix = `add "$TURBO_ROOT$/${target}" to the inputs of "test" in ${folder}/turbo.json`;
      return [{ file: path, line: lineAt(source.text, start), what: `reads ${target}`, fix }];
    }),
  );
}

/** What the package's own turbo.json adds, each up to its first wildcard. */
function declaredInputs(root: string, folder: string): string[] {
  const text = readText(root, `${folder}/turbo.json`);
  if (text === undefined) return [];
  const { tasks } = JSON.parse(text) as { tasks: Record<string, { inputs?: string[] }> };
  const inputs = tasks["test"]?.inputs ?? [];
  return inputs.flatMap((input) => /^\$TURBO_ROOT\$\/([^*]+)/.exec(input)?.[1]?.replace(/\/$/, "") ?? []);
}

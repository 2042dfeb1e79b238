import { isForTestsOf, matches, partOf } from "../arrows.ts";
import type { ArrowTable } from "../arrows.ts";
import { lineOf, ownName } from "../workspace.ts";
import type { Dependencies, Member, Problem, Workspace } from "../workspace.ts";

/** Every package stands in the arrow table, and its dependencies follow the arrows. */
export function manifestProblems({ members }: Workspace, arrows: ArrowTable): Problem[] {
  return members.flatMap((member) => (member.kind === "examples" ? [] : problemsOf(member, arrows)));
}

function problemsOf(member: Member, arrows: ArrowTable): Problem[] {
  const { manifest, manifestText } = member;
  const at = (wanted: string, what: string, fix: string): Problem => ({
    file: `${member.folder}/package.json`,
    line: lineOf(manifestText, wanted),
    what,
    fix,
  });
  const problems: Problem[] = [];

  if (manifest.name !== `@skein/${member.name}`) {
    problems.push(
      at("name", `is called ${manifest.name}`, `call it @skein/${member.name}, after its folder`),
    );
  }
  const part = partOf(member.name, arrows);
  if (part === undefined) {
    problems.push(
      at("name", `${member.name} is not in the arrow table`, "add it to tools/structure/arrows.ts"),
    );
    return problems;
  }
  if (part.testsOnly === "private" && manifest.private !== true) {
    problems.push(at("name", "is for tests of this repository and not private", 'add "private": true'));
  }
  for (const name of ownNames(manifest.peerDependencies)) {
    problems.push(at(`@skein/${name}`, `@skein/${name} is a peer dependency`, "move it to dependencies"));
  }
  for (const name of ownNames({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
    if (isForTestsOf(member.name, name, arrows)) {
      problems.push(at(`@skein/${name}`, `@skein/${name} is for tests only`, "move it to devDependencies"));
    } else if (!part.mayImport.some((pattern) => matches(pattern, name))) {
      const fix = `remove it; ${member.name} may import ${listed(part.mayImport)} (tools/structure/arrows.ts)`;
      problems.push(at(`@skein/${name}`, `${member.name} must not depend on ${name}`, fix));
    }
  }
  return problems;
}

export function listed(names: readonly string[]): string {
  return names.length === 0 ? "no other package" : names.join(", ");
}

function ownNames(dependencies: Dependencies = {}): string[] {
  return Object.keys(dependencies).flatMap((name) => ownName(name) ?? []);
}

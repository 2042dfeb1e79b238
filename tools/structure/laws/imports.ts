import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { isForTestsOf, matches, partOf } from "../arrows.ts";
import type { ArrowTable, Part } from "../arrows.ts";
import { ownName, packageName } from "../workspace.ts";
import type { Member, Problem, SourceFile, Workspace } from "../workspace.ts";
import { listed } from "./manifests.ts";

interface Place {
  readonly member: Member;
  readonly file: SourceFile;
  readonly inTest: boolean;
}

interface Rules {
  readonly arrows: ArrowTable;
  readonly members: ReadonlyMap<string, Member>;
}

interface Complaint {
  readonly what: string;
  readonly fix: string;
}

/** Every import follows the arrows, is declared, stays in its package, and enters others by their front door. */
export function importProblems({ members }: Workspace, arrows: ArrowTable): Problem[] {
  const rules = { arrows, members: new Map(members.map((member) => [member.name, member])) };
  const places: Place[] = members.flatMap((member) => [
    ...member.src.map((file) => ({ member, file, inTest: false })),
    ...member.test.map((file) => ({ member, file, inTest: true })),
  ]);
  return places.flatMap((place) =>
    place.file.imports.flatMap(({ specifier, line }) =>
      complaints(place, specifier, rules).map(({ what, fix }) => ({
        file: place.file.path,
        line,
        what,
        fix,
      })),
    ),
  );
}

function complaints(place: Place, specifier: string, rules: Rules): Complaint[] {
  if (specifier.startsWith(".")) return leavesPackage(place, specifier);
  if (specifier.startsWith("#") || specifier.startsWith("data:") || isBuiltin(specifier)) return [];
  const name = ownName(specifier);
  if (name === undefined) return undeclared(place, packageName(specifier));
  return [...againstArrow(place, specifier, rules), ...notExported(specifier, name, rules)];
}

function leavesPackage({ member, file, inTest }: Place, specifier: string): Complaint[] {
  const target = posix.join(posix.dirname(file.path), specifier);
  if (!target.startsWith(`${member.folder}/`)) {
    return [{ what: `"${specifier}" leaves the package`, fix: "import the other package by its name" }];
  }
  const fromTests = member.kind !== "examples" && !inTest && target.startsWith(`${member.folder}/test/`);
  return fromTests
    ? [{ what: `src imports a test file, "${specifier}"`, fix: "move what both need to src" }]
    : [];
}

function againstArrow(place: Place, specifier: string, { arrows }: Rules): Complaint[] {
  const { member, inTest } = place;
  const name = ownName(specifier) ?? "";
  if (name === member.name) {
    // A sub-path of its own is how a package loads a heavy part late; the cycle law follows it.
    const bySubPath = specifier !== `@skein/${name}`;
    return inTest || bySubPath
      ? []
      : [{ what: "imports its own package by name", fix: "use a relative path" }];
  }
  const part = partOf(member.name, arrows);
  const free = inTest || member.kind === "examples" || part === undefined;
  const complaint = free ? undefined : forbidden(member, name, part, arrows);
  return complaint === undefined ? undeclared(place, `@skein/${name}`) : [complaint];
}

function forbidden(member: Member, name: string, part: Part, arrows: ArrowTable): Complaint | undefined {
  if (isForTestsOf(member.name, name, arrows)) {
    return { what: `src imports @skein/${name}, which is for tests only`, fix: "import it in tests only" };
  }
  if (part.mayImport.some((pattern) => matches(pattern, name))) return undefined;
  return {
    what: `${member.name} must not import ${name}`,
    fix: `turn the arrow round or use a port; ${member.name} may import ${listed(part.mayImport)} (tools/structure/arrows.ts)`,
  };
}

function undeclared({ member, inTest }: Place, name: string): Complaint[] {
  const { manifest, kind } = member;
  const shipped = {
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.peerDependencies,
  };
  // An app is bundled: what goes into the bundle is in its devDependencies.
  const allowed = inTest || kind !== "packages" ? { ...shipped, ...manifest.devDependencies } : shipped;
  if (Object.hasOwn(allowed, name) || (inTest && name === "vitest")) return [];
  const where = inTest || kind === "apps" ? "devDependencies" : "dependencies";
  return [
    {
      what: `imports ${name}, which the manifest does not declare`,
      fix: `add it to ${where} of ${member.folder}/package.json`,
    },
  ];
}

function notExported(specifier: string, name: string, { members }: Rules): Complaint[] {
  const target = members.get(name);
  if (target === undefined) return [{ what: `there is no package ${name}`, fix: "correct the name" }];
  const subPath = `.${specifier.slice(`@skein/${name}`.length)}`;
  const exported = target.manifest.exports;
  const keys = typeof exported === "object" && exported !== null ? Object.keys(exported) : ["."];
  if (keys.some((key) => fits(key, subPath))) return [];
  return [
    {
      what: `"${specifier}" is not exported`,
      fix: `import what ${target.folder}/package.json exports: ${keys.join(", ")}`,
    },
  ];
}

function fits(key: string, subPath: string): boolean {
  const [before = "", after] = key.split("*");
  return after === undefined ? key === subPath : subPath.startsWith(before) && subPath.endsWith(after);
}

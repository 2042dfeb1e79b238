import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import {
  inheritedVariables,
  isInherited,
  privateIndexVariables,
  programVariables,
  variableGroups,
  type ChildKind,
} from "@skein/platform/variables";

const kinds: readonly ChildKind[] = ["command", "program", "agent", "skein", "user"];
const sample = (pattern: string) => pattern.replace("*", "X");
const cases = variableGroups.flatMap(({ name, variables, treatment }) =>
  kinds.flatMap((kind) =>
    variables.map((variable) => ({ name, kind, variable: sample(variable), treatment: treatment[kind] })),
  ),
);

describe("the variables of a child", () => {
  it.each(cases)("$kind: $variable ($name) is $treatment", ({ kind, variable, treatment }) => {
    const isListed = kind === "program" && isInherited("program", variable);
    expect(isInherited(kind, variable)).toBe(treatment !== "removed" || isListed);
  });

  it("are all that git calls local to a repository", () => {
    const names = execFileSync("git", ["rev-parse", "--local-env-vars"], { encoding: "utf8" })
      .trim()
      .split("\n");
    expect(names.filter((name) => isInherited("command", name))).toEqual([]);
  });

  it.each(kinds)("%s: repository variables are never inherited, in any case of letters for npm's", (kind) => {
    const environment = {
      PATH: "/bin",
      GIT_DIR: "/a/.git",
      npm_lifecycle_event: "x",
      NPM_LIFECYCLE_EVENT: "x",
      NONE: undefined,
    };
    expect(inheritedVariables(kind, environment)).toEqual({ PATH: "/bin" });
  });

  it("pass to a command if no group names them, and to a program only if listed", () => {
    const environment = { GIT_AUTHOR_NAME: "Ada", GIT_SSH_COMMAND: "ssh", MY_SETTING: "1", LC_ALL: "C" };
    expect(inheritedVariables("command", environment)).toEqual(environment);
    expect(inheritedVariables("program", environment)).toEqual({ LC_ALL: "C" });
    expect(programVariables).toContain("LC_*");
  });
});

it.each(kinds)("%s: relative folders of PATH are for commands alone", (kind) => {
  const environment = { PATH: ["bin", "/usr/bin", "", ".", "node_modules/.bin", "/bin"].join(delimiter) };
  const expected = kind === "command" ? environment.PATH : ["/usr/bin", "/bin"].join(delimiter);
  expect(inheritedVariables(kind, environment)).toEqual({ PATH: expected });
});

describe("the private index", () => {
  const folder = mkdtempSync(join(tmpdir(), "skein-index-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const checkout = join(folder, "checkout");
  const other = join(checkout, ".worktrees", "fix");
  for (const path of [join(checkout, ".git"), join(checkout, "src"), other])
    mkdirSync(path, { recursive: true });
  writeFileSync(join(checkout, ".git", "index.lock"), "INDEX");
  writeFileSync(join(other, ".git"), "gitdir: elsewhere\n");
  const environment = { GIT_INDEX_FILE: ".git/index.lock" };

  it.each(["", "src"])("is a copy in the checkout of the commit: %s", (name) => {
    const { GIT_INDEX_FILE: path = "" } = privateIndexVariables(environment, join(checkout, name), checkout);
    expect(path).not.toContain(checkout);
    expect(readFileSync(path, "utf8")).toBe("INDEX");
  });

  it("is the same one for all children, so that a command sees what an earlier one staged", () => {
    const read = () => privateIndexVariables(environment, checkout, checkout);
    expect(read()).toEqual(read());
  });

  it.each([
    ["in a worktree below the checkout", environment, other],
    ["in another repository", environment, folder],
    ["outside a hook", {}, checkout],
    ["before the first commit", { GIT_INDEX_FILE: ".git/none" }, checkout],
  ])("does not exist %s", (_, variables, cwd) => {
    expect(privateIndexVariables(variables, cwd, checkout)).toEqual({});
  });
});

const page = new URL("../../../docs/child-processes.md", import.meta.url);

it("the documentation has the table", () => {
  expect(existsSync(page)).toBe(true);
  const text = readFileSync(page, "utf8");
  const cells = (line: string) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
  const rows = text
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map(cells);
  const header = rows.findIndex(([first]) => first === "group");
  expect(rows[header]).toEqual(["group", ...kinds, "reason"]);
  const expected = variableGroups.map(({ name, treatment, reason }) => [
    name,
    ...kinds.map((kind) => treatment[kind]),
    reason,
  ]);
  expect(rows.slice(header + 2, header + 2 + expected.length)).toEqual(expected);
  for (const { variables } of variableGroups)
    expect(text).toContain(variables.map((name) => `\`${name}\``).join(", "));
});

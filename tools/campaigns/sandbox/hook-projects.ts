import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "./command.ts";
import { start } from "./run-pair.ts";
import { repository, type Shape } from "./shapes.ts";

/** From npm. Both run on the Node that npm itself finds first. */
const versions = { husky: "9.1.7", "lint-staged": "16.3.4" };

const manifest = {
  name: "hooked",
  private: true,
  scripts: { prepare: "husky" },
  devDependencies: versions,
  "lint-staged": { "*.txt": "node format.mjs", "*.bad": "node refuse.mjs" },
};

/** A formatter and a linter, as their authors would write them. */
const programs = {
  "format.mjs": `import { readFileSync, writeFileSync } from "node:fs";
for (const file of process.argv.slice(2)) writeFileSync(file, readFileSync(file, "utf8").toUpperCase());
`,
  "refuse.mjs": "process.exit(1);\n",
};

/**
 * Installs husky and lint-staged for the shapes with hooks.
 *
 * @returns why it failed, for instance without a network.
 */
export async function installHooks(folder: string): Promise<string | undefined> {
  mkdirSync(folder);
  const files = {
    "package.json": `${JSON.stringify(manifest, undefined, 2)}\n`,
    ".gitignore": "node_modules\n",
    ...programs,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--fetch-retries=0", "--no-package-lock"];
  // As the user has set npm up: with a registry, certificates and a proxy of their own.
  const own = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const ran = await start(["npm", "install", ...options], folder, Object.fromEntries(own));
  return ran.code === 0 ? undefined : ran.stderr.trim().split("\n").slice(0, 3).join(" ");
}

/** @param folder - where they are installed. */
export function hookShapes(folder: string): readonly Shape[] {
  const make = `${repository}
    cp -a ${folder}/. . && npm run --silent prepare && printf 'npx lint-staged\\n' > .husky/pre-commit
    printf '[ -z "$(git diff --name-only HEAD@{1} HEAD 2> /dev/null)" ] || true\\n' > .husky/post-commit
    git add -A && git commit -qm hooks --no-verify`;
  const group = "with husky and lint-staged from npm, and of a plain user";
  return [
    { name: "husky and lint-staged", group, make, kind: "hooks" },
    { name: "husky and lint-staged, a plain user", group, make, kind: "hooks", owner: 65534, runsAs: 65534 },
  ];
}

const scripts: readonly (readonly [name: string, script: string])[] = [
  ["a commit that is formatted", "echo a > a.txt; git add a.txt; git commit -qm a; git show HEAD:a.txt"],
  [
    "a commit of a part of a file",
    "echo a > a.txt; git add a.txt; echo b >> a.txt; git commit -qm a; git show HEAD:a.txt; cat a.txt",
  ],
  [
    "a commit that the linter refuses",
    "echo a > a.bad; echo a > a.txt; git add a.bad a.txt; git commit -qm a; s=$?; git status --porcelain; git stash list; exit $s",
  ],
  ["a commit of what was removed", "git rm -q later; git commit -qm removed"],
  ["commit --amend", "echo a > a.txt; git add a.txt; git commit -q --amend --no-edit"],
  ["commit --no-verify", "echo a > a.txt; git add a.txt; git commit -qm a --no-verify"],
  ["a commit that adds a hook", "echo true > .husky/pre-push; git add -A; git commit -qm hook"],
  [
    "a commit on a branch without hooks",
    "git checkout -q other; echo a > a.txt; git add a.txt; git commit -qm a",
  ],
  ["a merge commit", "git merge -q --no-ff --no-edit other"],
  ["husky again", "npm run --silent prepare; git config core.hooksPath; ls -A .husky/_"],
];

export const hookCommands: readonly Command[] = scripts.map(([name, script]) => ({
  name: `hooks: ${name}`,
  script,
  only: "hooks",
}));

/** A kind of project that commands are run in. */
export interface Shape {
  readonly name: string;
  /** A script for bash that makes it, in an empty folder. Default: a repository with a history. */
  readonly make?: string;
  /** The working folder below that. Default: `project`. */
  readonly folder?: string;
  /** The user who owns it, and who runs the commands. Default: root, or whoever runs the proof. */
  readonly owner?: number;
  readonly runsAs?: number;
  /** Whether it holds its own path, so that it cannot be copied. Default false. */
  readonly holdsPath?: boolean;
}

/** `main` has a file; `other` has what editors obey, in two versions. */
export const repository = `
  git init -q -b main project && cd project
  git config user.name Someone && git config user.email someone@example.org
  echo one > file && mkdir src && echo a > src/a && git add -A && git commit -qm base
  git switch -qc other && mkdir .vscode .cursor && echo '{"a":1}' > .vscode/settings.json
  git add -A && git commit -qm old && echo '{"a":2}' > .vscode/settings.json && echo rules > .cursor/rules.md
  echo two > two && git add -A && git commit -qm new && git switch -q main
  echo later > later && git add -A && git commit -qm later`;

const more = (script: string) => `${repository}\n${script}`;

const basic: readonly Shape[] = [
  { name: "a repository" },
  { name: "an empty folder", make: "mkdir project" },
  { name: "no repository", make: "mkdir project; echo a > project/a; mkdir project/src" },
  { name: "reached by a link", make: more("cd ..; ln -s project link"), folder: "link" },
  { name: ".git is a link", make: more("mv .git ../elsewhere; ln -s ../elsewhere .git") },
  {
    name: "links inside .git, as git-new-workdir makes them",
    make: more(
      "mv .git/config .git/hooks .git/refs .. ; for f in config hooks refs; do ln -s ../../$f .git/$f; done",
    ),
  },
  {
    name: "bare",
    make: more(
      "cd ..; git clone -q --bare project bare; git -C bare config user.name a; git -C bare config user.email a@b",
    ),
    folder: "bare",
  },
  {
    name: "a linked worktree",
    make: more("git worktree add -q ../tree -b tree"),
    folder: "tree",
    holdsPath: true,
  },
  {
    name: "a submodule",
    make: more(
      "cd ..; git init -q -b main super; cd super; git -c protocol.file.allow=always submodule -q add ../project sub; git -C sub config user.name a; git -C sub config user.email a@b; git -C sub branch -q other origin/other; git -c user.name=a -c user.email=a commit -qm sub",
    ),
    folder: "super/sub",
  },
  {
    name: "with a submodule",
    make: more(
      "cd ..; git init -q -b main super; cd super; git config user.name a; git config user.email a@b; git -c protocol.file.allow=always submodule -q add ../project sub; git commit -qm sub; git branch other",
    ),
    folder: "super",
  },
  { name: "sparse", make: more("git sparse-checkout set src") },
  {
    name: "a package of a monorepo",
    make: more("mkdir -p packages/one && echo 1 > packages/one/file && git add -A && git commit -qm one"),
    folder: "project/packages/one",
  },
  { name: "packed", make: more("git gc -q") },
  {
    name: "300 branches",
    make: more("for i in $(seq 300); do echo create refs/heads/b$i HEAD; done | git update-ref --stdin"),
  },
  { name: "a detached HEAD", make: more("git checkout -q --detach") },
  { name: "an index of version 4", make: more("git update-index --index-version 4") },
  {
    name: "line ends of Windows",
    make: more("git config core.autocrlf true; git rm -qr --cached . ; git reset -q --hard"),
  },
  { name: "a repository in it", make: more("git init -q nested; echo a > nested/a") },
  { name: "read-only", make: more("chmod -R a-w .") },
  { name: "another owner", owner: 4321 },
  { name: "a plain user", owner: 4321, runsAs: 4321 },
  { name: "a plain user, an empty folder", make: "mkdir project", owner: 4321, runsAs: 4321 },
  {
    name: "hooks of husky",
    make: more(
      "mkdir .husky; printf '#!/bin/sh\\necho hooked >> hooked\\ngit add hooked\\n' > .husky/pre-commit; chmod +x .husky/pre-commit; git config core.hooksPath .husky; git add -A; git commit -qm husky --no-verify",
    ),
  },
  {
    name: "hooks of Git",
    make: more(
      "mkdir -p .git/hooks; printf '#!/bin/sh\\nset -e\\ngit stash create > /dev/null\\ngit update-index -q --refresh\\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit",
    ),
  },
];

/** Each kind of protected name in each state. */
const names: readonly (readonly [name: string, put: string])[] = [
  [".vscode", "mkdir .vscode; echo '{}' > .vscode/launch.json"],
  [".mcp.json", "echo '{}' > .mcp.json"],
  [".husky", "mkdir .husky; echo true > .husky/pre-push"],
  [".envrc", "echo 'export A=1' > .envrc"],
  [".claude", "mkdir -p .claude/commands; echo Go. > .claude/commands/go.md"],
];

const states: readonly (readonly [state: string, make: (name: string, put: string) => string])[] = [
  ["untracked", (_name, put) => put],
  ["tracked", (_name, put) => `${put}; git add -A; git commit -qm tracked`],
  ["ignored", (name, put) => `${put}; echo ${name} >> .git/info/exclude`],
  ["a link", (name) => `mkdir target; echo 1 > target/a; ln -s target ${name}`],
  ["an empty folder", (name) => `mkdir ${name}`],
];

export const shapes: readonly Shape[] = [
  ...basic,
  ...names.flatMap(([name, put]) =>
    states.map(([state, make]): Shape => ({ name: `${name}: ${state}`, make: more(make(name, put)) })),
  ),
];

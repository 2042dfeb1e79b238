/** A kind of project that commands are run in. */
export interface Shape {
  readonly name: string;
  /** The row of the summary that it counts for. */
  readonly group: string;
  /** `hooks`: with hooks from npm. `lanes`: commands run five at once. Default: neither. */
  readonly kind?: "hooks" | "lanes";
  /** A part of the working folder that is mounted read-only, by its path in there. Only root can do that. */
  readonly readOnlyMount?: string;
  /** Whether long commands run in it, too. Default false. */
  readonly isForHeavy?: boolean;
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

type Ungrouped = Omit<Shape, "group">;

const grouped = (group: string, shapes: readonly Ungrouped[]): readonly Shape[] =>
  shapes.map((shape) => ({ ...shape, group }));

/** Exists on every machine; databases want a user with a name. */
const nobody = { owner: 65534, runsAs: 65534 };

const basic: readonly Shape[] = [
  ...grouped(
    "a repository, none, an empty folder, reached by a link, bare, worktree, sparse, packed, and others",
    [
      { name: "a repository", isForHeavy: true },
      { name: "an empty folder", make: "mkdir project", isForHeavy: true },
      { name: "no repository", make: "mkdir project; echo a > project/a; mkdir project/src" },
      { name: "reached by a link", make: more("cd ..; ln -s project link"), folder: "link" },
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
      { name: "sparse", make: more("git sparse-checkout set src") },
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
    ],
  ),
  ...grouped("with a submodule, and a submodule", [
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
  ]),
  ...grouped(
    "with a repository in it: plain, with hooks and settings, in the index, bare, in a deep folder",
    [
      { name: "a repository in it", make: more("git init -q nested; echo a > nested/a") },
      {
        name: "a repository with hooks in it",
        make: more(
          "git init -q nested; echo a > nested/a; git -C nested config alias.s status; mkdir -p nested/.git/hooks; printf '#!/bin/sh\\ntrue\\n' > nested/.git/hooks/pre-commit; chmod +x nested/.git/hooks/pre-commit",
        ),
      },
      {
        name: "a repository in the index",
        make: more(
          "git init -q nested; git -C nested commit -q --allow-empty -m a; git add nested 2> /dev/null; git commit -qm nested",
        ),
      },
      {
        name: "a bare repository in it",
        make: more("git init -q --bare nested.git; git push -q nested.git main"),
      },
      {
        name: "a repository in a deep folder",
        make: more(
          "mkdir -p build/_deps; git clone -q . build/_deps/nested 2> /dev/null; git -C build/_deps/nested config alias.s status",
        ),
      },
    ],
  ),
  ...grouped(
    "a plain user's: a repository, an empty folder, none, a worktree, tracked settings; a user without a name",
    [
      { name: "a plain user", ...nobody, isForHeavy: true },
      { name: "a plain user, an empty folder", make: "mkdir project", ...nobody, isForHeavy: true },
      {
        name: "a plain user, no repository",
        make: "mkdir project; echo a > project/a",
        ...nobody,
        isForHeavy: true,
      },
      {
        name: "a plain user, a linked worktree",
        make: more("git worktree add -q ../tree -b tree"),
        folder: "tree",
        holdsPath: true,
        ...nobody,
        isForHeavy: true,
      },
      {
        name: "a plain user, .vscode: tracked",
        make: more("mkdir .vscode; echo '{}' > .vscode/launch.json; git add -A; git commit -qm tracked"),
        ...nobody,
        isForHeavy: true,
      },
      { name: "a user without a name", owner: 4321, runsAs: 4321 },
    ],
  ),
  ...grouped("`.git` is a link, or has links in it", [
    { name: ".git is a link", make: more("mv .git ../elsewhere; ln -s ../elsewhere .git") },
    {
      name: "links inside .git, as git-new-workdir makes them",
      make: more(
        "mv .git/config .git/hooks .git/refs .. ; for f in config hooks refs; do ln -s ../../$f .git/$f; done",
      ),
    },
  ]),
  ...grouped("a package of a larger repository", [
    {
      name: "a package of a monorepo",
      make: more("mkdir -p packages/one && echo 1 > packages/one/file && git add -A && git commit -qm one"),
      folder: "project/packages/one",
    },
  ]),
  ...grouped("on a read-only mount: the folder, its `.git`, a folder in it, the same of a plain user", [
    { name: "a read-only mount", readOnlyMount: "." },
    { name: "a read-only mount of .git", readOnlyMount: ".git" },
    { name: "a read-only mount in it", readOnlyMount: "src" },
    { name: "a read-only mount, a plain user", readOnlyMount: ".", ...nobody },
  ]),
  ...grouped("read-only, or of another owner, as root", [
    { name: "read-only", make: more("chmod -R a-w .") },
    { name: "another owner", owner: 4321 },
  ]),
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
  ...grouped(
    "five protected names, each untracked, tracked, ignored, a link, an empty folder",
    names.flatMap(([name, put]) =>
      states.map(([state, make]): Ungrouped => ({
        name: `${name}: ${state}`,
        make: more(make(name, put)),
        isForHeavy: name === ".vscode" && state === "tracked",
      })),
    ),
  ),
];

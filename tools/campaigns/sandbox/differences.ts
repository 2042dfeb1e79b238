import type { Command } from "./command.ts";
import { repository, type Shape } from "./shapes.ts";

/** A difference between a command in the sandbox and the same one without, and its reason. */
interface Allowed {
  readonly reason: string;
  readonly isFor: (shape: Shape, command: Command) => boolean;
}

const isGit = ({ name }: Command) => name.startsWith("git") || name === "a scaffolder";
const writesNames = ({ name }: Command) =>
  /checkout|switch|merge|rebase|cherry|reset|restore|read-tree|stash|apply|am$|commit of all|clean|clone/.test(
    name,
  );

/** The one table: whatever differs and is not here is a defect. */
const allowed: readonly Allowed[] = [
  {
    reason: "A file under a protected name that a command writes and commits stays, and is named.",
    isFor: (_shape, { name }) => name === "hooks: a commit that adds a hook",
  },
  {
    reason:
      "A repository behind a link can be read and not changed: add where it leads to `sandboxAccess.writable`.",
    isFor: ({ name }, command) =>
      isGit(command) && (name === ".git is a link" || name.startsWith("links inside .git")),
  },
  {
    reason:
      "Root in the sandbox has no more rights than the owner of a file: it does not pass over permissions.",
    isFor: ({ name }) => name === "read-only" || name === "another owner",
  },
  {
    reason:
      "What no branch has under a protected name is not changed: Git fails, and says so, where it would replace or remove it.",
    isFor: ({ name }, command) =>
      /: (untracked|ignored|a link|an empty folder)$/.test(name) && writesNames(command),
  },
  {
    reason:
      "Settings of a repository that exists are protected: `git init` in it fails, because it writes them again.",
    isFor: ({ make = repository }, { name }) => name === "git init here" && make.includes("git init"),
  },
  {
    reason: "Git cannot change files above the working folder, which a notice at the start says.",
    isFor: ({ name }, command) => name === "a package of a monorepo" && isGit(command),
  },
  {
    reason: "Settings of Git are protected: `git worktree add` and `git submodule` may not write them.",
    isFor: ({ name }, command) => /submodule/.test(name) && /submodule|worktree/.test(command.name),
  },
];

export function reasonFor(shape: Shape, command: Command): string | undefined {
  return allowed.find(({ isFor }) => isFor(shape, command))?.reason;
}

import type { Word } from "../../shell-analysis/index.ts";
import { readArguments, type Arguments } from "../arguments.ts";
import type { Check } from "./checks.ts";

type GitCheck = (given: Arguments) => string | undefined;

const discards = "discards changes that were not committed";
const rewrites = "rewrites or deletes branches of the remote repository";
const forgets = "deletes commits that may be nowhere else";

const push: GitCheck = (given) => {
  const isForced = given.has(
    "fd",
    "force",
    "force-with-lease",
    "force-if-includes",
    "mirror",
    "delete",
    "prune",
  );
  const isForcedRef = given.operands.some(({ text }) => /^[+:]/.test(text));
  return isForced || isForcedRef ? rewrites : undefined;
};
const restoresAll = ({ operands }: Arguments): boolean =>
  operands.some(({ text, expansions }) => /^(?:\.\/?|:\/|\*)$/.test(text) || expansions.includes("glob"));

const checks: Readonly<Record<string, GitCheck>> = {
  push,
  reset: (given) => (given.has("", "hard", "merge") ? discards : undefined),
  clean: (given) =>
    given.has("f", "force") && !given.has("n", "dry-run")
      ? "deletes files that git does not know"
      : undefined,
  checkout: (given) => (given.has("f", "force") || restoresAll(given) ? discards : undefined),
  // With the index alone, files stay as they are.
  restore: (given) =>
    restoresAll(given) && (!given.has("S", "staged") || given.has("W", "worktree")) ? discards : undefined,
  rm: (given) =>
    restoresAll(given) && given.has("f", "force") && !given.has("n", "cached", "dry-run")
      ? "deletes all files that git knows, with their changes"
      : undefined,
  switch: (given) => (given.has("f", "force", "discard-changes") ? discards : undefined),
  stash: ({ operands: [name] }) => (/^(?:drop|clear)$/.test(name?.text ?? "") ? discards : undefined),
  branch: (given) =>
    given.has("D") || (given.has("d", "delete") && given.has("f", "force")) ? forgets : undefined,
  reflog: ({ operands: [name] }) => (/^(?:expire|delete)$/.test(name?.text ?? "") ? forgets : undefined),
  gc: (given) => (given.words.some(({ text }) => /^--prune=(?:now|all)/.test(text)) ? forgets : undefined),
  prune: () => forgets,
  "update-ref": (given) => (given.has("d") ? forgets : undefined),
  "filter-branch": () => "rewrites the history of the repository",
  "filter-repo": () => "rewrites the history of the repository",
  worktree: (given) =>
    given.operands[0]?.text === "remove" && given.has("f", "force") ? discards : undefined,
  submodule: (given) =>
    given.operands[0]?.text === "deinit" && given.has("f", "force") ? discards : undefined,
  "send-pack": push,
};

/** Options before the name of the subcommand that take a value of their own. */
const withValue =
  /^(?:-[Cc]|--(?:git-dir|work-tree|namespace|exec-path|super-prefix|config-env|attr-source))$/;

/** What git destroys: history, remote branches, and changes that are nowhere else. */
export const gitCheck: Check = (words) => {
  let at = 0;
  while (words[at]?.text.startsWith("-")) at += withValue.test(words[at]!.text) ? 2 : 1;
  const name: Word | undefined = words[at];
  if (name === undefined || !Object.hasOwn(checks, name.text)) return undefined;
  return checks[name.text]!(readArguments(words.slice(at + 1)));
};

import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside } from "@skein/platform/folders";
import { contentOf, entriesAt, orNothing, type Entry, statsAt } from "./entries.ts";
import { harmlessCommonFolder } from "./git-folder.ts";
import { harmlessSettings, riskySettings } from "./repository-settings.ts";

/** Something that Git runs or obeys in a repository. */
export interface RepositoryPart extends Pick<Entry, "kind" | "hash" | "isExecutable"> {
  /** Absolute. */
  readonly path: string;
  readonly reason: string;
  /** Of settings: hashes of the lines that are not harmless. They can hold passwords, and are written down with a call. */
  readonly risky?: readonly string[];
  /** Of other files: whether they start nothing, and lead nowhere that is not checked. Default false. */
  readonly isHarmless?: boolean;
  /** Not written down with a call: a long file has none. */
  readonly content?: Buffer;
}

/** @param worktree - of a submodule: where it may have its working tree. */
export function partsOf(folder: string, worktree?: string): readonly RepositoryPart[] {
  const at = (name: string) => join(folder, name);
  const common = entryParts(at("commondir"), "which settings Git obeys");
  return [
    ...settingsAt(at("config"), worktree),
    ...settingsAt(at("config.worktree")),
    ...common.filter(({ content }) => content?.toString() !== harmlessCommonFolder),
    ...entryParts(at("info/attributes"), "which programs Git runs on files"),
    ...hooksAt(at("hooks")),
  ];
}

function hooksAt(folder: string): readonly RepositoryPart[] {
  const stats = statsAt(folder);
  if (stats && !stats.isDirectory()) return entryParts(folder, "what Git runs");
  return namesIn(folder)
    .filter((name) => !name.endsWith(".sample"))
    .flatMap((name) => entryParts(join(folder, name), "what Git runs"));
}

/** @param worktree - a folder that the settings may name as the working tree, or one in it. */
export function settingsAt(path: string, worktree?: string): readonly RepositoryPart[] {
  return entryParts(path, "which settings Git obeys").map((part) => {
    const risky = part.content && riskySettings(part.content.toString());
    const isOwnTree = (line: string) => {
      const named = /^\[core\]\nworktree = ([\w./-]+)$/.exec(line)?.[1];
      return named !== undefined && worktree !== undefined && isInside(join(dirname(path), named), worktree);
    };
    return risky ? { ...part, risky: risky.filter((line) => !isOwnTree(line)).map(hashOf) } : part;
  });
}

function hashOf(line: string): string {
  return createHash("sha256").update(line).digest("hex");
}

/** Files and links at a path or below it. */
export function entryParts(path: string, reason: string): readonly RepositoryPart[] {
  return [...(entriesAt(path) ?? [])].map(([file, { kind, hash, isExecutable }]) => {
    const content = kind === "file" ? orNothing(() => contentOf(file)) : undefined;
    return { path: file, reason, kind, hash, isExecutable, ...(content ? { content } : {}) };
  });
}

export function namesIn(folder: string): readonly string[] {
  return orNothing(() => readdirSync(folder)) ?? [];
}

/** Whether Git may find it in a repository that a command has made. */
export function isHarmlessPart({ path, risky, isHarmless }: RepositoryPart): boolean {
  // `git clone` and `git lfs` write attributes, and without settings they start nothing.
  return isHarmless === true || risky?.length === 0 || path.endsWith("/info/attributes");
}

/** The same settings without what is not harmless. `undefined`: it is something else. */
export function harmlessText({ risky, content }: RepositoryPart): string | undefined {
  return risky && content ? harmlessSettings(content.toString()) : undefined;
}

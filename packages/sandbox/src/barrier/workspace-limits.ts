import { accessSync, constants, lstatSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { isInside } from "@skein/platform/folders";
import { orNothing } from "../protected/entries.ts";
import { gitFolderOf } from "../protected/git-folder.ts";

/** Something about a working folder that commands in the sandbox cannot do, and could without: to be said once. */
export interface WorkspaceLimit {
  /** A sentence. */
  readonly text: string;
  /** What the user can do about it. */
  readonly hint: string;
}

interface LimitOptions {
  /** Who runs the commands. Default: the user of this process. */
  readonly user?: number | undefined;
  /** Folders besides the workspace. Default: none. */
  readonly writable?: readonly string[] | undefined;
}

/** @param workspace - absolute. */
export function workspaceLimits(
  workspace: string,
  { user = process.getuid?.(), writable = [] }: LimitOptions = {},
): readonly WorkspaceLimit[] {
  const stats = orNothing(() => statSync(workspace));
  if (stats === undefined || user === undefined) return [];
  const git = join(workspace, ".git");
  const target = lstatSync(git, { throwIfNoEntry: false })?.isSymbolicLink()
    ? orNothing(() => realpathSync(git))
    : undefined;
  const found = orNothing(() => gitFolderOf(realpathSync(workspace)).repository?.root);
  const root = found === orNothing(() => realpathSync(workspace)) ? undefined : found;
  return [
    ...(user === 0 && stats.uid !== 0
      ? [
          {
            text: `${workspace} belongs to the user ${stats.uid}. In the sandbox, commands of root have no more rights than any user and cannot change files there.`,
            hint: `Run Skein as the user ${stats.uid}.`,
          },
        ]
      : canWrite(workspace, stats.mode, user)
        ? []
        : [
            {
              text: `${workspace} cannot be written to. In the sandbox, commands only read it.`,
              hint: "Make it writable, or work in a copy.",
            },
          ]),
    ...(root === undefined || writable.some((folder) => isInside(root, folder))
      ? []
      : [
          {
            text: `${workspace} is part of the repository in ${root}. In the sandbox, Git cannot change files above the working folder, so a checkout or merge that does stops half way.`,
            hint: `Start Skein in ${root}, or add it to sandboxAccess.writable.`,
          },
        ]),
    ...(target === undefined
      ? []
      : [
          {
            text: `${git} is a link. In the sandbox, commands can read the repository and not change it.`,
            hint: `Add ${target} to sandboxAccess.writable.`,
          },
        ]),
  ];
}

/** Root may write anywhere outside of the sandbox, so that asking the kernel is not enough. */
function canWrite(folder: string, mode: number, user: number): boolean {
  if (user === 0 && (mode & 0o200) === 0) return false;
  return orNothing(() => (accessSync(folder, constants.W_OK), true)) ?? false;
}

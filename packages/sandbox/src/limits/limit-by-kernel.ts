import { findCgroupParent, type CgroupParent } from "./cgroup-parent.ts";
import { makeCgroup, removeLeftCgroups, type CommandCgroup } from "./command-cgroup.ts";
import { resolveLimits, type LimitOptions } from "./command-limits.ts";

let parent: CgroupParent | undefined;

/** Where cgroups of commands are made; found once in a process. */
export function kernelLimits(): CgroupParent {
  return (parent ??= withoutLeftCgroups(findCgroupParent()));
}

/** The same, after the cgroups that earlier processes have left in it were removed. */
export function withoutLeftCgroups(found: CgroupParent): CgroupParent {
  if ("folder" in found) removeLeftCgroups(found.folder);
  return found;
}

/** A cgroup for a command where cgroup v2 can be used; elsewhere a command is only counted. */
export function limitByKernel(limits: LimitOptions | undefined): CommandCgroup {
  const found = kernelLimits();
  const cgroup = "folder" in found ? makeCgroup(found.folder, resolveLimits(limits)) : undefined;
  return cgroup ?? { enter: (argv) => argv, limitReached: () => undefined, remove: async () => {} };
}

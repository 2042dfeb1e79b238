import { findCgroupParent, type CgroupParent } from "./cgroup-parent.ts";
import { makeCgroup, removeLeftCgroups, type CommandCgroup } from "./command-cgroup.ts";
import { resolveLimits, type LimitOptions } from "./command-limits.ts";

let parent: CgroupParent | undefined;

/** Where cgroups of commands are made; found once in a process. Removes those that earlier processes have left. */
export function kernelLimits(): CgroupParent {
  if (parent !== undefined) return parent;
  parent = findCgroupParent();
  if ("folder" in parent) removeLeftCgroups(parent.folder);
  return parent;
}

/** A cgroup for a command where cgroup v2 can be used; elsewhere a command is only counted. */
export function limitByKernel(limits: LimitOptions | undefined): CommandCgroup {
  const found = kernelLimits();
  const cgroup = "folder" in found ? makeCgroup(found.folder, resolveLimits(limits)) : undefined;
  return cgroup ?? { enter: (argv) => argv, limitReached: () => undefined, remove: async () => {} };
}

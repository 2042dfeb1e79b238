import { accessSync, constants, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { isInside } from "@skein/platform/folders";
import { orNothing } from "../protected/entries.ts";

/** Where cgroups of commands can be made, or why nowhere. */
export type CgroupParent = { readonly folder: string } | { readonly reason: string };

const controllers = ["memory", "pids"];

/**
 * Finds the nearest cgroup v2 from this process upwards below which new cgroups have limits, and which this user may change.
 * No cgroup is changed for it: one in which processes are cannot pass limits on.
 *
 * @param files - folder with the files `cgroup` and `mountinfo` of a process. Default: of this process.
 */
export function findCgroupParent(files = "/proc/self"): CgroupParent {
  const own = orNothing(() => readFileSync(join(files, "cgroup"), "utf8"))?.match(/^0::(\/.*)$/m)?.[1];
  const mounts = orNothing(() => readFileSync(join(files, "mountinfo"), "utf8"))?.split("\n") ?? [];
  if (own === undefined || own.startsWith("/..")) return { reason: "This system has no cgroup v2." };
  const mount = mounts.map(readMount).find((one) => one !== undefined && isInside(own, one.root));
  if (mount === undefined) return { reason: "No cgroup v2 of this process is mounted." };
  const start = join(mount.folder, relative(mount.root, own));
  const folders = [...upwards(start, mount.folder)];
  const limited = folders.filter(passesLimitsOn);
  const folder = limited.find(canMakeIn);
  if (folder !== undefined) return { folder };
  return {
    reason:
      limited.length > 0
        ? `The cgroup ${limited[0]} cannot be changed by this user.`
        : `No cgroup from ${start} upwards passes on limits of memory and processes.`,
  };
}

/** Source: proc_pid_mountinfo(5). Spaces and the like are octal numbers in its fields. */
function readMount(line: string): { readonly root: string; readonly folder: string } | undefined {
  const [before = "", after = ""] = line.split(" - ");
  if (after.split(" ")[0] !== "cgroup2") return undefined;
  const [, , , root, folder] = before
    .split(" ")
    .map((field) =>
      field.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 8))),
    );
  return root === undefined || folder === undefined ? undefined : { root, folder };
}

function* upwards(start: string, top: string): Generator<string> {
  for (let folder = start; isInside(folder, top); folder = dirname(folder)) {
    yield folder;
    if (folder === top) return;
  }
}

function passesLimitsOn(folder: string): boolean {
  const enabled = orNothing(() => readFileSync(join(folder, "cgroup.subtree_control"), "utf8")) ?? "";
  return controllers.every((name) => enabled.trim().split(/\s+/).includes(name));
}

/** A process is moved only by who may write to the cgroup above both, which is this one. */
function canMakeIn(folder: string): boolean {
  const isAllowed = (path: string) => accessSync(path, constants.W_OK);
  return orNothing(() => (isAllowed(folder), isAllowed(join(folder, "cgroup.procs")), true)) ?? false;
}

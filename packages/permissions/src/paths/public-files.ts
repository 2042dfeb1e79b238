import { placesOf } from "./path-parts.ts";

/** Files of the system that any user may read, and that say nothing of this user's work. */
const publicFiles: readonly string[] = [
  ..."passwd group os-release lsb-release debian_version issue shells services protocols mime.types timezone"
    .split(" ")
    .map((name) => `/etc/${name}`),
  "/usr/lib/os-release",
  ..."cpuinfo meminfo version loadavg uptime filesystems stat".split(" ").map((name) => `/proc/${name}`),
];

/** Whether a file outside the working folder may be read in every mode that reads at all. @param path - absolute. */
export const isPublicFile = (path: string): boolean =>
  publicFiles.some((file) => placesOf(file, "/").includes(path));

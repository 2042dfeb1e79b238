import { spawn } from "node:child_process";
import { markVariable } from "./server-environment.ts";

/** Waits on a pipe from us. A word is the end of its work; an end without a word means that we were killed. */
const script = `
if read -r word; then exit 0; fi
kill -TERM -- "-$1"
sleep 1
kill -KILL -- "-$1"
for file in $(grep -lsxz "${markVariable}=$2" /proc/[0-9]*/environ); do
  process="\${file#/proc/}"
  kill -KILL "\${process%/environ}"
done`;

/**
 * A shell that ends a server should this process be killed and have no time to do it: many servers do not heed the end of
 * their input.
 *
 * @returns what sends it away. Where there is no such shell, nothing is watched.
 */
export function watchServer({ group, mark }: { readonly group: number; readonly mark: string }): () => void {
  const shell = spawn("/bin/sh", ["-c", script, "skein-watchdog", String(group), mark], {
    detached: true,
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
  });
  shell.on("error", () => {});
  shell.stdin.on("error", () => {});
  shell.unref();
  if ("unref" in shell.stdin && typeof shell.stdin.unref === "function") shell.stdin.unref();
  return () => shell.stdin.end("done\n");
}

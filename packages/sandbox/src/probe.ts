import { execFile } from "node:child_process";
import { findProgram, systemFolders } from "./find-program.ts";
import { endingWithUs, meansOf, type Means } from "./pid-namespace.ts";
import type { MissingTier, Sandbox } from "./tier.ts";

export interface ProbeOptions {
  /** Where programs are looked up. Default: the system's folders. */
  readonly folders?: readonly string[];
}

/** Generous for a very busy machine: this normally takes a few milliseconds. */
const longestMs = 10_000;

/** Finds a tier that works here by running something in it. */
export async function probe({ folders = systemFolders }: ProbeOptions = {}): Promise<Sandbox | MissingTier> {
  if (process.platform !== "linux") {
    return missing(
      "Only Linux has PID namespaces.",
      "Run Skein on Linux, in a container or a virtual machine.",
    );
  }
  const setpriv = findProgram("setpriv", folders);
  const means = meansOf(folders);
  if (setpriv === undefined || means.length === 0) {
    const wanted = setpriv === undefined ? "setpriv" : "unshare or bwrap";
    return missing(
      `${wanted} was not found in ${folders.join(", ")}.`,
      "Install util-linux (setpriv, unshare); where unshare is not allowed, bubblewrap too.",
    );
  }
  const refusals: string[] = [];
  for (const one of means) {
    const refusal = await refusalOf(setpriv, one);
    if (refusal === undefined) {
      return {
        tier: "pid-namespace",
        means: one.name,
        wrap: ({ argv }) => endingWithUs(setpriv, [...one.argv, ...argv]),
      };
    }
    refusals.push(refusal.startsWith(`${one.name}: `) ? refusal : `${one.name}: ${refusal}`);
  }
  return missing(
    `This system does not allow creating a PID namespace here (${[...new Set(refusals)].join("; ")}).`,
    "Install bubblewrap, allow user namespaces, or, in a container, give it the right to make them.",
  );
}

function missing(reason: string, hint: string): MissingTier {
  return { tier: "none", reason, hint };
}

/** Runs a shell that checks whether it is process 1 of its own /proc. @returns why it failed. */
function refusalOf(setpriv: string, { argv }: Means): Promise<string | undefined> {
  const look = ["/bin/sh", "-c", '[ "$$" = 1 ] && [ "$(cat /proc/1/comm)" = sh ]'];
  const [program = "", ...rest] = endingWithUs(setpriv, [...argv, ...look]);
  return new Promise((resolve) => {
    const options = { timeout: longestMs, killSignal: "SIGKILL" as const, env: {}, cwd: "/" };
    execFile(program, rest, options, (error, _stdout, stderr) => {
      if (!error) resolve(undefined);
      else resolve(stderr.trim().split("\n").at(-1) || "it ran, and made none");
    });
  });
}

import { execFile } from "node:child_process";
import { mkdtempSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram, systemFolders } from "../find-program.ts";
import { orNothing } from "../protected/entries.ts";
import { wrapByBwrap } from "./bwrap-arguments.ts";
import { bwrapBarrier, fullBarrier } from "./open-barrier.ts";
import type { Barrier, MissingBarrier } from "./port.ts";

/** A machine that is very busy needs longer than the few milliseconds this takes. */
const longestMs = 10_000;

const installHint =
  "Install bubblewrap 0.8 or later (Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap).";

const allowHint =
  "Allow user namespaces (sysctl kernel.unprivileged_userns_clone=1, or an AppArmor profile for bwrap), or give the container the right to make them.";

/** Tries the tiers that bubblewrap makes, by a command that must not be able to write. */
export async function probeBwrap(folders = systemFolders): Promise<readonly (Barrier | MissingBarrier)[]> {
  if (process.platform !== "linux")
    return both("bubblewrap exists on Linux only.", "Use Linux, or a virtual machine.");
  const bwrap = findProgram("bwrap", folders);
  if (bwrap === undefined) return both(`bwrap was not found in ${folders.join(", ")}.`, installHint);
  const nsenter = findProgram("nsenter", folders);
  // The tier full enters a namespace of its own first: what works nested, works alone.
  const nested = nsenter === undefined ? undefined : await refusalOf(bwrap, true);
  if (nsenter !== undefined && nested === undefined)
    return [fullBarrier({ bwrap, nsenter }), bwrapBarrier(bwrap)];
  const refusal = await refusalOf(bwrap, false);
  if (refusal !== undefined) {
    if (refusal.includes("Unknown option")) return both(`${bwrap} is too old: ${refusal}.`, installHint);
    return both(`bubblewrap cannot hold a command here: ${refusal}.`, allowHint);
  }
  const full: MissingBarrier =
    nested === undefined
      ? { tier: "full", reason: "nsenter was not found.", hint: "Install util-linux." }
      : { tier: "full", reason: `A sandbox in a network of its own is refused: ${nested}.`, hint: allowHint };
  return [full, bwrapBarrier(bwrap)];
}

function both(reason: string, hint: string): readonly MissingBarrier[] {
  return [
    { tier: "full", reason, hint },
    { tier: "bwrap", reason, hint },
  ];
}

/** A link whose text names the PID namespace of who reads it. */
const ownNamespace = "/proc/self/ns/pid";

const newNetwork = ["--unshare-user", "--unshare-net", "--die-with-parent", "--dev-bind", "/", "/", "--"];

/** @returns why it could not hold a command, or what the command could do in spite of it. */
async function refusalOf(bwrap: string, isNested: boolean): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "skein-probe-"));
  try {
    // Not by a low number of a process: the kernel skips numbers when it repeats a fork.
    const look = `[ "$(readlink ${ownNamespace})" != "$1" ] && ! touch /etc/skein-probe && touch "$0/in"`;
    const argv = ["/bin/sh", "-c", look, folder, orNothing(() => readlinkSync(ownNamespace)) ?? ""];
    const hosts = isNested ? ("all" as const) : [];
    const policy = { workspace: folder, temporary: folder, state: folder, hosts };
    const wrapped = wrapByBwrap(bwrap, { argv, cwd: folder }, policy);
    const [program = "", ...rest] = [...(isNested ? [bwrap, ...newNetwork] : []), ...wrapped.argv];
    return await new Promise((resolve) => {
      const options = { timeout: longestMs, killSignal: "SIGKILL" as const, env: {}, cwd: "/" };
      execFile(program, rest, options, (error, _stdout, stderr) => {
        if (!error) resolve(undefined);
        else resolve(stderr.trim().split("\n").at(-1) || "it ran, and held nothing back");
      });
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

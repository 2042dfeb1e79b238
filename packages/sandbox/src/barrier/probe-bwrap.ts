import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram, systemFolders } from "../find-program.ts";
import { wrapByBwrap } from "./bwrap-arguments.ts";
import type { Barrier, MissingBarrier } from "./port.ts";

/** A machine that is very busy needs longer than the few milliseconds this takes. */
const longestMs = 10_000;

const installHint =
  "Install bubblewrap 0.8 or later (Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap).";

/** Tries bubblewrap by a command that must not be able to write. */
export async function probeBwrap(folders = systemFolders): Promise<Barrier | MissingBarrier> {
  if (process.platform !== "linux") return missing("bubblewrap exists on Linux only.", "Use the tier full.");
  const bwrap = findProgram("bwrap", folders);
  if (bwrap === undefined) return missing(`bwrap was not found in ${folders.join(", ")}.`, installHint);
  const refusal = await refusalOf(bwrap);
  if (refusal === undefined) {
    const wrap: Barrier["wrap"] = async (command, policy) => wrapByBwrap(bwrap, command, policy);
    return { tier: "bwrap", network: "all-or-none", wrap };
  }
  if (refusal.includes("Unknown option")) return missing(`${bwrap} is too old: ${refusal}.`, installHint);
  return missing(
    `bubblewrap cannot hold a command here: ${refusal}.`,
    "Allow user namespaces (sysctl kernel.unprivileged_userns_clone=1, or an AppArmor profile for bwrap), or give the container the right to make them.",
  );
}

function missing(reason: string, hint: string): MissingBarrier {
  return { tier: "bwrap", reason, hint };
}

/** @returns why it could not hold a command, or what the command could do in spite of it. */
async function refusalOf(bwrap: string): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "skein-probe-"));
  try {
    const look = `[ "$$" -le 2 ] && ! touch /etc/skein-probe && touch "$0/in"`;
    const argv = ["/bin/sh", "-c", look, folder];
    const policy = { workspace: folder, temporary: folder, hosts: [] };
    const wrapped = wrapByBwrap(bwrap, { argv, cwd: folder }, policy);
    const [program = "", ...rest] = wrapped.argv;
    try {
      return await new Promise((resolve) => {
        const options = { timeout: longestMs, killSignal: "SIGKILL" as const, env: {}, cwd: "/" };
        execFile(program, rest, options, (error, _stdout, stderr) => {
          if (!error) resolve(undefined);
          else resolve(stderr.trim().split("\n").at(-1) || "it ran, and held nothing back");
        });
      });
    } finally {
      wrapped.release();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

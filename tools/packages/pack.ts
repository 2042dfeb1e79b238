import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { runStep } from "../checks/run-step.ts";
import type { Member } from "../structure/workspace.ts";
import { inLanes } from "../campaigns/runner/in-lanes.ts";

export interface Packed {
  readonly member: Member;
  /** Path of the tarball; `undefined` when it could not be made. */
  readonly tarball: string | undefined;
  readonly bytes: number;
  /** What went wrong, if anything did. */
  readonly problem: string | undefined;
}

/** Packs each member into the folder, two at a time, and gives them back in the order they came in. */
export async function packAll(members: readonly Member[], folder: string): Promise<readonly Packed[]> {
  mkdirSync(folder, { recursive: true });
  return await inLanes(members, 2, async (member) => await pack(member, folder));
}

/** By way of a folder of its own: pnpm says only among other words which name it has given. */
async function pack(member: Member, folder: string): Promise<Packed> {
  const own = mkdtempSync(join(folder, "packing-"));
  try {
    const command = ["pnpm", "--dir", member.folder, "pack", "--pack-destination", own];
    const { ok, output } = await runStep({ name: "pack", commands: [command] }, false);
    const [name] = readdirSync(own);
    if (!ok || name === undefined) return { member, tarball: undefined, bytes: 0, problem: output };
    const tarball = join(folder, name);
    renameSync(join(own, name), tarball);
    return { member, tarball, bytes: statSync(tarball).size, problem: undefined };
  } finally {
    rmSync(own, { recursive: true });
  }
}

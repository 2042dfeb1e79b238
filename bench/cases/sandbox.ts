import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { credentialPaths, probeTiers, protectedPaths } from "../../packages/sandbox/src/index.ts";
import { findLauncher } from "../../packages/extensions-builtin/src/developer/index.ts";
import { milliseconds, paired, type Row } from "../measure.ts";

/** Milliseconds that a tier may add to a command. */
const mostAdded = { full: 60, bwrap: 20 } as const;

/** One command, in each tier that works here, by the same command without. */
export async function sandbox(): Promise<readonly Row[]> {
  const workspace = await mkdtemp(join(homedir(), ".skein-bench-"));
  const temporary = await mkdtemp(join(tmpdir(), "skein-bench-"));
  const state = await mkdtemp(join(tmpdir(), "skein-bench-"));
  try {
    await mkdir(join(workspace, ".git"));
    const argv = ["/bin/sh", "-c", "exit 0"];
    const counter = findLauncher();
    const rows: Row[] = [];
    for (const barrier of (await probeTiers()).found) {
      const policy = {
        workspace,
        temporary,
        state,
        hosts: [],
        hidden: credentialPaths(homedir()),
        protect: protectedPaths(homedir(), workspace),
        ...(counter === undefined ? {} : { counter }),
      };
      const opened = barrier.open(policy);
      const held = async () => {
        const startedAt = performance.now();
        const wrapped = await opened.wrap({ argv, cwd: workspace });
        await started(wrapped.argv, wrapped.env);
        await wrapped.release();
        return performance.now() - startedAt;
      };
      const plain = async () => {
        const startedAt = performance.now();
        await started(argv, {});
        return performance.now() - startedAt;
      };
      const figures = await paired(50, held, plain);
      opened.close();
      const added = figures.skein - figures.floor;
      rows.push({
        what: `a command in the tier ${barrier.tier} / without; at most ${mostAdded[barrier.tier]} ms more, here ${milliseconds(added)}`,
        skein: milliseconds(figures.skein),
        floor: milliseconds(figures.floor),
        value: figures.ratio,
      });
    }
    return rows;
  } finally {
    for (const folder of [workspace, temporary, state]) await rm(folder, { recursive: true, force: true });
  }
}

async function started(
  [program = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  await promisify(execFile)(program, args, { env: { PATH: "/usr/bin:/bin", ...env } });
}

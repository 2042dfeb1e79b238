import { readdirSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { startWrapped } from "../../../src/developer/shell/wrapper.ts";
import { workbench } from "../workbench.ts";

/** Zombies have ended: whoever is process 1 takes its time to collect them. */
function isAlive(group: number): boolean {
  return readdirSync("/proc").some((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "latin1");
      const [state, , itsGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return Number(itsGroup) === group && state !== "Z";
    } catch {
      return false;
    }
  });
}

it.skipIf(process.platform !== "linux")(
  "is gone with all of its parts as soon as the command and its output have ended",
  async () => {
    await using bench = await workbench();
    const beyondItsRun: number[] = [];
    for (let round = 0; round < 10; round++) {
      const startedAt = performance.now();
      const folder = bench.callFolder(`c${round}`);
      await mkdir(folder, { recursive: true });
      const wrapper = await startWrapped({
        folder,
        argv: ["/bin/bash", "-c", "true"],
        cwd: bench.cwd,
        environment: {},
        mark: `m${round}`,
        timeoutMs: 300_000,
        maxOutputBytes: 1_000_000,
      });
      await wrapper.gone;
      const exitedAt = performance.now();
      while (isAlive(wrapper.group)) await sleep(2);
      beyondItsRun.push(performance.now() - exitedAt - (exitedAt - startedAt));
    }
    // A part that looks at the clock would stay for one of its naps every time. On a busy machine all takes longer.
    expect(Math.min(...beyondItsRun)).toBeLessThan(100);
  },
);

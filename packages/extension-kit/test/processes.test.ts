import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { endProcesses, startOf } from "../src/processes.ts";

describe("processes that are ended", () => {
  it("are killed also when this one was kept from looking until all time was up", async () => {
    const script = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('there')";
    const child = spawn(process.execPath, ["-e", script], { detached: true });
    await once(child.stdout, "data");
    const gone = once(child, "exit");
    const ending = endProcesses({ group: child.pid, mark: "SKEIN_TEST=unused" });
    // As a machine does that gives this process no time.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_600);
    await ending;
    expect(await gone).toEqual([null, "SIGKILL"]);
  });

  it.skipIf(process.platform !== "linux")(
    "are not those of a stranger that has the leader's id",
    async () => {
      const child = spawn("sleep", ["60"], { detached: true });
      await once(child, "spawn");
      const { pid: group = 0 } = child;
      const gone = once(child, "exit");
      await endProcesses({ group, mark: "SKEIN_TEST=unused", leaderStart: "1" });
      expect(child.exitCode ?? child.signalCode).toBeNull();
      await endProcesses({ group, mark: "SKEIN_TEST=unused", leaderStart: startOf(group) });
      expect(await gone).toEqual([null, "SIGTERM"]);
      expect(startOf(group)).toBeUndefined();
    },
  );
});

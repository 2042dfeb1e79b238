import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import type { Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { isPidInUse, isProcessRunning, currentProcess } from "@skein/platform/process";

const hasProc = existsSync("/proc/self/stat");

/** As `currentProcess` says it there. */
const holderLine = `import { currentProcess } from ${JSON.stringify(new URL("../src/process/index.ts", import.meta.url).href)};
console.log(JSON.stringify(currentProcess()));
setInterval(() => {}, 1000);`;

describe("a process", () => {
  it("has the number of this one, and is the same each time", () => {
    expect(currentProcess().pid).toBe(process.pid);
    expect(currentProcess()).toEqual(currentProcess());
  });

  it.runIf(hasProc)("runs until it is killed, on this boot and in this numbering", async () => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", holderLine]);
    try {
      const [line] = (await once(child.stdout, "data")) as [Buffer];
      const holder = JSON.parse(line.toString()) as ReturnType<typeof currentProcess>;
      const self = currentProcess();
      expect(holder).toEqual({ ...self, pid: child.pid, started: holder.started });
      expect([isProcessRunning(holder), isPidInUse(holder.pid)]).toEqual([true, true]);
      expect(Number(holder.started)).toBeGreaterThan(Number(self.started));
      expect(isProcessRunning({ ...holder, started: self.started })).toBe(false);

      child.kill("SIGKILL");
      await once(child, "exit");
      expect([isProcessRunning(holder), isPidInUse(holder.pid)]).toEqual([false, false]);
    } finally {
      child.kill("SIGKILL");
    }
  });

  it.runIf(hasProc)(
    "that has ended and is not yet reaped does not count as running, though its number is taken",
    async () => {
      // What it starts in the background ends with the input, when no parent is left to reap it.
      const parent = spawn("sh", ["-c", 'cat <&3 & echo "$!"; exec sleep 30'], {
        stdio: ["ignore", "pipe", "ignore", "pipe"],
      });
      const statOf = (pid: number) =>
        readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
      try {
        const [line] = (await once(parent.stdout!, "data")) as [Buffer];
        const pid = Number(line.toString());
        while (readFileSync(`/proc/${parent.pid}/comm`, "latin1").trim() !== "sleep") await wait(5);
        (parent.stdio[3] as Writable).end();
        while (statOf(pid)[0] !== "Z") await wait(5);
        expect(isProcessRunning({ ...currentProcess(), pid, started: statOf(pid)[19] ?? "" })).toBe(false);
        expect(isPidInUse(pid)).toBe(true);
      } finally {
        parent.kill("SIGKILL");
        await once(parent, "exit");
      }
    },
  );
});

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { memoryWatch } from "../../src/agent/memory-watch.ts";

const run = promisify(execFile);

/** Resolves with what is told of these readings; `undefined` if nothing is by the last of them. */
function toldOf(readings: readonly number[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const left = [...readings];
    const end = memoryWatch({
      everyMs: 1,
      read: () => {
        const used = left.shift();
        if (used !== undefined) return { used: used * 1024 ** 2, limit: 100 * 1024 ** 2 };
        end();
        resolve(undefined);
        return { used: 0, limit: 1 };
      },
    })((error) => resolve(`${error.message} ${error.hint}`));
  });
}

describe("the watch of the memory", () => {
  it.each<[string, readonly number[], boolean]>([
    ["says nothing while there is enough", [10, 50, 74], false],
    ["tells at three quarters", [10, 75], true],
    ["tells above", [99], true],
  ])("%s", async (_, readings, isTold) => {
    const told = await toldOf(readings);
    expect(told !== undefined).toBe(isTold);
  });

  it("says how much is used, and how to get more", async () => {
    expect(await toldOf([95])).toBe(
      "The run was ended because the process is short of memory: it uses 95 of 100 MB. Resume the session to continue. For more memory, set max-old-space-size=200 in NODE_OPTIONS.",
    );
  });

  it("tells once", async () => {
    const told: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    let reads = 0;
    memoryWatch({ everyMs: 1, read: () => (reads++, { used: 1, limit: 1 }) })(({ code }) => {
      told.push(code);
      setTimeout(resolve, 20);
    });
    await promise;
    expect([told, reads]).toEqual([["memory"], 1]);
  });

  it("ends a run before the process would be ended", async () => {
    const { stdout } = await run(
      process.execPath,
      ["--max-old-space-size=96", new URL("hungry-agent.ts", import.meta.url).pathname],
      { encoding: "utf8" },
    );
    expect(JSON.parse(stdout)).toMatchObject({ outcome: "limit", error: { code: "memory" } });
  });
});

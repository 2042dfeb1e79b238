import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const addon = fileURLToPath(
  import.meta.resolve(`@skein/launcher/bin/${process.platform}-${process.arch}/memory.node`),
);
const source = new URL("../src/give-back-memory.ts", import.meta.url).href;

/** Takes 200 MB in pieces that malloc() has on its heap, frees all but the last, and says what the process still holds. */
const program = (starts: boolean): string => `
import { setTimeout as sleep } from "node:timers/promises";
import { giveBackMemory } from ${JSON.stringify(source)};
${starts ? "giveBackMemory();" : ""}
const before = process.memoryUsage.rss();
let pieces = Array.from({ length: 100_000 }, () => Buffer.allocUnsafeSlow(2_000).fill(1));
const last = pieces.at(-1);
pieces = undefined;
while (true) {
  gc();
  await sleep(100);
  if (${starts} && process.memoryUsage.rss() - before < 60e6) break;
  if (!${starts} && process.memoryUsage().arrayBuffers < 1e6) break;
}
console.log(JSON.stringify({ held: process.memoryUsage.rss() - before, last: last.length }));
`;

async function heldAfter(starts: boolean): Promise<number> {
  const args = ["--expose-gc", "--input-type=module", "-e", program(starts)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return (JSON.parse(stdout) as { held: number }).held;
}

describe("memory that was freed", () => {
  it.skipIf(!existsSync(addon))("goes back to the system while the process runs", async () => {
    const [kept, given] = await Promise.all([heldAfter(false), heldAfter(true)]);
    expect({ kept: kept > 120e6, given: given < 80e6 }, `${kept} and ${given} bytes`).toEqual({
      kept: true,
      given: true,
    });
  });

  it("is no reason for a process to go on", async () => {
    const args = [
      "--input-type=module",
      "-e",
      `import { giveBackMemory } from ${JSON.stringify(source)}; giveBackMemory();`,
    ];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 240_000 });
    expect(stdout).toBe("");
  });
});

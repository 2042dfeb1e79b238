import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { workbench } from "./workbench.ts";

// Not in `npm test`, whose files share a process: what others allocate would count.
it("reading a line longer than any string takes little memory", async () => {
  await using bench = await workbench();
  const file = openSync(join(bench.cwd, "huge.txt"), "w");
  writeSync(file, "begin ".repeat(2000));
  ftruncateSync(file, 1024 ** 3 + 1);
  writeSync(file, "\nlast\n", 1024 ** 3 + 1);
  closeSync(file);
  const before = process.memoryUsage().rss;
  expect(await bench.says("read", { path: "huge.txt" })).toMatch(/^1\tbegin begin/);
  expect(await bench.says("read", { path: "huge.txt", from: -1 })).toContain("last");
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
});

it("five megabytes of output are not held in buffers", async () => {
  await using bench = await workbench();
  const before = process.memoryUsage().arrayBuffers;
  expect(await bench.call("shell", { command: "seq 1 700000" })).toMatchObject({ artifacts: [{}] });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2_000_000);
});

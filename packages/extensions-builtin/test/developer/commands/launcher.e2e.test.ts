import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { workbench } from "../workbench.ts";

it("a launcher that never answers is given up after ten seconds, and the wrapper runs the command", async () => {
  await using folder = await temporaryFolder();
  const silent = join(folder.path, "silent");
  await writeFile(silent, "#!/bin/sh\nprintf SK\nexec cat >/dev/null\n");
  await chmod(silent, 0o755);
  const warnings: string[] = [];
  await using bench = await workbench({ launcher: silent, warn: (text) => warnings.push(text) });
  expect(await bench.says("shell", { command: "echo one >>effects; cat effects" })).toBe("one");
  expect(warnings).toEqual([expect.stringContaining("did not answer in 10 s")]);
});

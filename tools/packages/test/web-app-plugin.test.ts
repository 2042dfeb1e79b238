import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";
import { webApp } from "../../../apps/cli/web-app-plugin.ts";
import { temporaryFolder } from "../../../packages/test-kit/src/index.ts";

async function bundled(folder: string): Promise<readonly string[]> {
  const input = join(folder, "main.js");
  writeFileSync(input, "export const here = 1;");
  const build = await rolldown({ input, plugins: [webApp(join(folder, "app"))], onLog: () => undefined });
  return (await build.generate()).output.map(({ fileName }) => fileName).toSorted();
}

it("the bundle has the browser app in a folder of its own, without maps", async () => {
  await using folder = await temporaryFolder();
  mkdirSync(join(folder.path, "app", "assets"), { recursive: true });
  for (const name of ["index.html", "assets/a-1.js", "assets/a-1.js.map"])
    writeFileSync(join(folder.path, "app", name), name);
  expect(await bundled(folder.path)).toEqual(["main.js", "web/assets/a-1.js", "web/index.html"]);
});

it("the bundle is made without the app where that was not built", async () => {
  await using folder = await temporaryFolder();
  expect(await bundled(folder.path)).toEqual(["main.js"]);
});

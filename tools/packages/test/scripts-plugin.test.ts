import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";
import { scripts } from "../../../apps/cli/scripts-plugin.ts";
import { temporaryFolder } from "../../../packages/test-kit/src/index.ts";

it("a script of the bundle imports through what it is given, and texts about imports stay", async () => {
  await using folder = await temporaryFolder();
  const input = join(folder.path, "main.js");
  writeFileSync(
    input,
    'export const load = () => import("outside"); export const text = `é\nimport(x).then(y)`;',
  );
  const build = await rolldown({ input, external: ["outside"], plugins: [scripts()] });
  const { output } = await build.generate({ format: "cjs", minify: true });
  const exports: { load?: () => Promise<string>; text?: string } = {};
  const run = compileFunction(output[0].code, ["exports", "importModule"]);
  run(exports, async (name: string) => `module ${name}`);
  expect([await exports.load?.(), exports.text]).toEqual(["module outside", "é\nimport(x).then(y)"]);
});

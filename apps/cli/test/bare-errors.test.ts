import { execFile } from "node:child_process";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { compileCache, temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const bin = fileURLToPath(new URL("../bin/skein.cjs", import.meta.url));
const hint = "This is a defect in Skein. SKEIN_DEBUG=1 shows where it happened.";

interface Ran {
  readonly code: number;
  readonly stderr: string;
}

const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  promisify(execFile)(process.execPath, args, { env: { ...compileCache, ...env } }).then(
    ({ stderr }) => ({ code: 0, stderr }),
    ({ code, stderr }: Ran) => ({ code, stderr }),
  );

/** Makes one module of the command throw while it is loaded. */
async function failing(folder: string, module: string): Promise<string> {
  const path = join(folder, "fail.mjs");
  const source = `import { registerHooks } from "node:module";
registerHooks({
  load(url, context, next) {
    if (!url.endsWith(${JSON.stringify(module)})) return next(url, context);
    return { format: "module", shortCircuit: true, source: "export let runCommand, sayError; throw new Error('The user database is closed.\\\\nSecond line')" };
  },
});`;
  await writeFile(path, source);
  return pathToFileURL(path).href;
}

describe("an error while the command is loaded", () => {
  it.each([
    ["run-command.ts", ["doctor"]],
    ["output/say-error.ts", ["run", "--help"]],
  ])("in %s is two lines and exit code 2", async (module, args) => {
    await using folder = await temporaryFolder();
    const preload = await failing(folder.path, module);
    const { code, stderr } = await start(["--import", preload, main, ...args]);
    expect(stderr).toBe(`skein: The user database is closed.\n  ${hint}\n`);
    expect(code).toBe(2);
  });

  it("has a stack with SKEIN_DEBUG", async () => {
    await using folder = await temporaryFolder();
    const preload = await failing(folder.path, "run-command.ts");
    const { stderr } = await start(["--import", preload, main, "doctor"], { SKEIN_DEBUG: "1" });
    expect(stderr).toMatch(/shows where it happened\.\nError: The user database is closed\./);
  });

  it("in the first script of the bundle is two lines and exit code 2", async () => {
    await using folder = await temporaryFolder();
    for (const name of ["bin", "dist"]) await mkdir(join(folder.path, name));
    await cp(bin, join(folder.path, "bin", "skein.cjs"));
    await writeFile(join(folder.path, "dist", "main.script"), "throw new Error('The disk is gone.');");
    const { code, stderr } = await start([join(folder.path, "bin", "skein.cjs"), "doctor"], {
      NODE_DISABLE_COMPILE_CACHE: "1",
    });
    expect(stderr).toBe(`skein: The disk is gone.\n  ${hint}\n`);
    expect(code).toBe(2);
  });
});

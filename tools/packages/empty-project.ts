import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runStep } from "../checks/run-step.ts";

const program = fileURLToPath(new URL("../../examples/first-agent/main.ts", import.meta.url));
const expected = "I will look. done 12 9 0";

/**
 * What an app builder does first: installs some of the tarballs into an empty project, compiles the program with the
 * strictest settings, libraries included, and runs it.
 *
 * @param tarballs - by package name.
 * @returns what went wrong.
 */
export async function emptyProjectProblem(
  folder: string,
  tarballs: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  mkdirSync(folder);
  const overrides = Object.fromEntries(
    Object.entries(tarballs).map(([name, path]) => [name, `file:${path}`]),
  );
  const wanted = ["@skein/agent", "@skein/extension-kit", "@skein/provider-replay"];
  const dependencies = Object.fromEntries(wanted.map((name) => [name, overrides[name]]));
  const versions = { zod: "^4.6.7", "@types/node": "^24.19.2", typescript: "7.0.2" };
  const manifest = {
    name: "empty",
    private: true,
    type: "module",
    dependencies: { ...dependencies, ...versions },
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, overrides }));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["program.ts"] }));
  copyFileSync(program, join(folder, "program.ts"));
  const install = ["npm", "install", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error"];
  const { ok, output } = await runStep(
    {
      name: "empty project",
      commands: [install, ["tsc", "-p", folder], [process.execPath, join(folder, "program.ts")]],
    },
    false,
  );
  return ok && output.trimEnd().endsWith(expected) ? undefined : output;
}

const compilerOptions = {
  target: "es2024",
  lib: ["es2024", "esnext.disposable"],
  module: "nodenext",
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
  erasableSyntaxOnly: true,
};

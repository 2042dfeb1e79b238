import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runOutside } from "./outside-project.ts";

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
  copyFileSync(program, join(folder, "program.ts"));
  const installs = ["@skein/agent", "@skein/extension-kit", "@skein/provider-replay"];
  const others = { zod: "^4.6.7" };
  const project = { folder, tarballs, installs, others, include: ["program.ts"] };
  const { ok, output } = await runOutside(project, [join(folder, "program.ts")]);
  return ok && output.trimEnd().endsWith(expected) ? undefined : output;
}

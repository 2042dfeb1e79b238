import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createExtension } from "../../packages/create-extension/src/create-extension.ts";
import { runOutside } from "./outside-project.ts";

/**
 * What the author of an extension elsewhere does first: has one made, and runs its tests. It compiles and passes with the
 * tarballs alone.
 *
 * @param tarballs - by package name.
 * @returns what went wrong.
 */
export async function outsideExtensionProblem(
  folder: string,
  tarballs: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  mkdirSync(folder, { recursive: true });
  const { folder: project } = createExtension(folder, "my-tools");
  const { ok, output } = await runOutside(
    {
      folder: project,
      tarballs,
      installs: ["@skein/extension-kit"],
      others: { zod: "^4.6.7" },
      include: ["src", "test"],
    },
    ["--test", join(project, "test", "index.test.ts")],
  );
  return ok ? undefined : output;
}

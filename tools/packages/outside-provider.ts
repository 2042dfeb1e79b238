import { copyFileSync, cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { appFiles, scaffold } from "../new-provider/scaffold.ts";
import { runOutside } from "./outside-project.ts";

/**
 * What the author of a provider elsewhere does: has a provider made, keeps it outside of this repository, and gives it
 * the test file that the README of the conformance suite shows. It compiles and passes with the tarballs alone.
 *
 * @param tarballs - by package name.
 * @returns what went wrong.
 */
export async function outsideProviderProblem(
  folder: string,
  tarballs: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const project = join(folder, "provider-mine");
  renameSync(makeProvider(join(folder, "workspace")), project);
  writeFileSync(join(project, "test", "conformance.test.ts"), testOfReadme());
  writeFileSync(join(project, "vitest.config.ts"), "export default {};\n");
  const installs = ["@skein/protocol", "@skein/provider-kit", "@skein/provider-conformance"];
  const include = ["src", "test"];
  const vitest = join(project, "node_modules", "vitest", "vitest.mjs");
  const { ok, output } = await runOutside(
    { folder: project, tarballs, installs, others: { vitest: "^5.1.0" }, include },
    [vitest, "run", "--root", project],
  );
  return ok ? undefined : output;
}

/** @returns the folder of its package, in a copy of what the tool reads and changes. */
function makeProvider(workspace: string): string {
  for (const file of appFiles) {
    mkdirSync(dirname(join(workspace, file)), { recursive: true });
    copyFileSync(file, join(workspace, file));
  }
  const wire = "packages/provider-anthropic/src";
  cpSync(wire, join(workspace, wire), { recursive: true });
  return join(workspace, scaffold(workspace, "mine", "anthropic").folder);
}

function testOfReadme(): string {
  const readme = readFileSync("packages/provider-conformance/README.md", "utf8");
  const code = /^```typescript\n(.*?)^```$/ms.exec(readme)?.[1];
  if (code === undefined) throw new Error("The README of provider-conformance shows no test file.");
  return code;
}

import { execFile, execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scratchCopy } from "../../mutate/scratch-copy.ts";
import { changedFiles, writeFiles, type Example } from "./example.ts";
import { examples } from "./examples/index.ts";
import { readRecipes, withNames } from "./recipe.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** Types are checked from scratch where nothing was built before. */
const minutes = 60_000;

let copy: Awaited<ReturnType<typeof scratchCopy>>;

function git(...args: readonly string[]): string {
  const options = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgSign=false"];
  return execFileSync("git", [...options, ...args], { cwd: copy.folder, encoding: "utf8" });
}

/** Runs `npm run …` as npm would. @returns what it printed, and whether it failed. */
async function run(command: string): Promise<{ readonly output: string; readonly isFailed: boolean }> {
  const [name = "", ...rest] = command.replace("npm run ", "").split(" ");
  const args = ["scripts/run.mjs", name, ...rest.filter((word) => word !== "--")];
  // Nothing is bundled in the copy: its tests run from the sources.
  const env = { ...process.env, CI: "true", INIT_CWD: copy.folder, NO_COLOR: "1", SKEIN_TEST_BUNDLE: "" };
  const ended = promisify(execFile)(process.execPath, args, {
    cwd: copy.folder,
    env,
    maxBuffer: 100_000_000,
  });
  return ended.then(
    ({ stdout, stderr }) => ({ output: stdout + stderr, isFailed: false }),
    (error: Error & { readonly stdout: string; readonly stderr: string }) => ({
      output: `${error.message}\n${error.stdout}`,
      isFailed: true,
    }),
  );
}

/** A repository of its own with everything installed, so that git says what an example has changed. */
beforeAll(async () => {
  copy = await scratchCopy(root, true);
  unlinkSync(join(copy.folder, "node_modules"));
  mkdirSync(join(copy.folder, ".tools"));
  symlinkSync(join(root, ".tools/node_modules"), join(copy.folder, ".tools/node_modules"));
  copyFileSync(join(root, ".tools/tools.stamp"), join(copy.folder, ".tools/tools.stamp"));
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "As it is");
  const { output, isFailed } = await run("npm run x -- node --version");
  if (isFailed) throw new Error(`The copy cannot be set up: ${output}`);
}, 10 * minutes);

afterAll(() => copy?.remove());

// Ten minutes, mostly of the compiler: nightly, and by hand.
describe.runIf(process.env["SKEIN_ADDITIONS"] === "1").each(readRecipes(root))(
  "$title",
  ({ title, files, commands }) => {
    const example = examples[title]!;
    const named = (text: string) => withNames(text, example.names);

    /** What is built and installed stays, but for new folders. */
    afterAll(() => {
      for (const path of files.map(named))
        if (path.endsWith("/")) rmSync(join(copy.folder, path), { recursive: true, force: true });
      git("reset", "--quiet", "--hard");
      git("clean", "--quiet", "--force", "-d");
    });

    it(
      "is what its recipe says: these files and no others, and every check passes",
      { timeout: 20 * minutes },
      async () => {
        writeFiles(copy.folder, changedFiles(copy.folder, example));
        for (const command of commands.map(named)) {
          const { output, isFailed } = await run(command);
          expect(isFailed ? `${command}\n${output}` : "").toBe("");
        }
        expect(changedPaths(files.map(named))).toEqual(files.map(named).toSorted());
        await expectFailure(example);
      },
    );
  },
);

/** Files that git finds changed; those in one of the named folders as that folder. */
function changedPaths(named: readonly string[]): readonly string[] {
  const folders = named.filter((path) => path.endsWith("/"));
  const paths = git("status", "--porcelain", "--untracked-files=all")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.slice(3))
    .map((path) => folders.find((folder) => path.startsWith(folder)) ?? path);
  return [...new Set(paths)].toSorted();
}

async function expectFailure({ leftOut: { file, command } }: Example): Promise<void> {
  git("checkout", "--quiet", "--", file);
  const { isFailed } = await run(command);
  expect(isFailed ? "fails" : "passes", `${command} without the change of ${file}`).toBe("fails");
}

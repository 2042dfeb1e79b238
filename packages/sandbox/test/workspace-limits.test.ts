import { chmod, mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { workspaceLimits } from "../src/barrier/workspace-limits.ts";

const own = process.getuid?.();

it.skipIf(own === undefined)("says what commands cannot do in a working folder", async () => {
  await using folder = await temporaryFolder();
  const texts = (user?: number) =>
    workspaceLimits(folder.path, { user }).map(({ text, hint }) => `${text} ${hint}`);
  expect(texts()).toEqual([]);
  expect(workspaceLimits(join(folder.path, "missing"))).toEqual([]);
  await mkdir(join(folder.path, "elsewhere"));
  await symlink("elsewhere", join(folder.path, ".git"));
  expect(texts()).toEqual([
    expect.stringMatching(/\.git is a link\..*Add \S+\/elsewhere to sandboxAccess\.writable/),
  ]);
  await chmod(folder.path, 0o555);
  expect(texts()).toEqual([
    expect.stringMatching(/cannot be written to/),
    expect.stringMatching(/is a link/),
  ]);
  await chmod(folder.path, 0o755);
});

it.skipIf(own === undefined)("says to root that a folder is another user's, and to no one else", () => {
  // Belongs to root wherever the tests run.
  expect(workspaceLimits("/", { user: 0 }).some(({ text }) => text.includes("belongs to"))).toBe(false);
  expect(workspaceLimits(process.cwd(), { user: 1234 }).some(({ text }) => text.includes("belongs to"))).toBe(
    false,
  );
});

it.skipIf(own !== 0)("names the owner and the way out", async () => {
  await using folder = await temporaryFolder();
  const { chown } = await import("node:fs/promises");
  await chown(folder.path, 4321, 4321);
  expect(workspaceLimits(folder.path)).toEqual([
    { text: expect.stringContaining("belongs to the user 4321"), hint: "Run Skein as the user 4321." },
  ]);
  await chown(folder.path, 0, 0);
});

it.skipIf(own === undefined)(
  "says that a folder is part of a repository, unless all of that can be written",
  async () => {
    await using folder = await temporaryFolder();
    const root = await realpath(folder.path);
    const inside = join(root, "packages/one");
    await mkdir(inside, { recursive: true });
    await mkdir(join(root, ".git"));
    await writeFile(join(root, ".git/HEAD"), "ref: refs/heads/main");
    expect(workspaceLimits(inside)).toEqual([
      {
        text: expect.stringContaining(`is part of the repository in ${root}.`),
        hint: `Start Skein in ${root}, or add it to sandboxAccess.writable.`,
      },
    ]);
    expect(workspaceLimits(inside, { writable: [root] })).toEqual([]);
    expect(workspaceLimits(root)).toEqual([]);
  },
);

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { trustStore } from "@skein/settings";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { agreeToRecipe, forgetTrusted, leadsToRecipe, listTrusted } from "../src/trust.ts";

async function set() {
  const folder = await temporaryFolder();
  const machine = machineOf(join(folder.path, "home"));
  const cwd = join(folder.path, "work");
  await mkdir(join(cwd, ".skein"), { recursive: true });
  await writeFile(join(cwd, ".skein", "config.yaml"), "mode: plan\n");
  const recipe = (checks: string) =>
    `version: 1.0.0\ntitle: Tidy\ndescription: Tidies\nprompt: Tidy.\nextensions: []\n${checks}`;
  await writeFile(
    join(cwd, "tidy.yaml"),
    recipe("retry: { max_retries: 1, checks: [{ type: shell, command: ls }] }\n"),
  );
  await writeFile(join(cwd, "talk.yaml"), recipe(""));
  return { machine, cwd, folders: { cwd, folder: cwd }, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}

it("a recipe is agreed to by its content, and forgotten by its path or the beginning of its hash", async () => {
  await using at = await set();
  const agreed = await agreeToRecipe(at.machine, "tidy.yaml", at.folders);
  expect(agreed).toMatchObject({ path: join(at.cwd, "tidy.yaml"), lines: [expect.stringContaining("ls")] });
  const hashes = async () => (await listTrusted(at.machine)).recipes.map(({ hash }) => hash);
  expect(await hashes()).toEqual([agreed?.hash]);
  // Too short to name one.
  expect(await forgetTrusted(at.machine, agreed!.hash.slice(0, 7), at.cwd)).toBe(false);
  expect(await forgetTrusted(at.machine, agreed!.hash.slice(0, 8).toUpperCase(), at.cwd)).toBe(true);
  expect(await hashes()).toEqual([]);
  await agreeToRecipe(at.machine, "tidy.yaml", at.folders);
  expect(await forgetTrusted(at.machine, "tidy.yaml", at.cwd)).toBe(true);
  expect(await forgetTrusted(at.machine, "tidy.yaml", at.cwd)).toBe(false);
});

it("of a recipe that starts and reaches nothing there is nothing to agree to", async () => {
  await using at = await set();
  expect(await agreeToRecipe(at.machine, "talk.yaml", at.folders)).toBeUndefined();
  expect((await listTrusted(at.machine)).recipes).toEqual([]);
});

it("a folder with settings is a project, and a file or a name is a recipe", async () => {
  await using at = await set();
  const leads = (word: string) => leadsToRecipe(at.machine, word, at.cwd);
  await mkdir(join(at.cwd, "plain"));
  expect(await Promise.all([".", "tidy.yaml", "plain"].map(leads))).toEqual([false, true, false]);
  await trustStore(at.machine.directories.data).add(at.cwd);
  expect((await listTrusted(at.machine)).projects).toMatchObject([{ state: "trusted" }]);
  expect(await forgetTrusted(at.machine, ".", at.cwd)).toBe(true);
});

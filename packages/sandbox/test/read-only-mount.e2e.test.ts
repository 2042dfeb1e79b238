import { fileURLToPath } from "node:url";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it } from "vitest";
import { plain } from "./project.ts";

const program = fileURLToPath(import.meta.resolve("./print-in-mount.ts"));
const script = `mount --bind "$0" "$0" && $2 && exec "$1" ${program} "$0"`;
const canMount = (await plain("unshare", ["-rm", "mount", "--bind", "/tmp", "/tmp"], "/")).code === 0;
const blamed = ["Writing there is not allowed."];

it.skipIf(!canMount).each([
  [
    "a read-only mount: users are told once, and no failure is blamed on the sandbox",
    true,
    1,
    [[], [], blamed],
  ],
  ["a writable one: nothing is said at the start", false, 0, [blamed, blamed, blamed]],
])("the working folder on %s", async (_, isReadOnly, notices, signs) => {
  await using folder = await temporaryFolder();
  const change = isReadOnly ? `mount -o remount,bind,ro ${folder.path}` : "true";
  const args = ["-rm", "sh", "-c", script, folder.path, process.execPath, change];
  const { stdout, stderr } = await plain("unshare", args, "/");
  expect([JSON.parse(stdout || "null"), stderr]).toEqual([{ notices, signs }, ""]);
});

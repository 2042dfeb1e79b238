import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { webAppFolder } from "../src/web-app-folder.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

const isBuilt = webAppFolder() !== undefined;

const homeOf = (skein: SkeinHome) => ({ SKEIN_HOME: skein.home });

/** Starts a command that serves; resolves with the first line that it prints. It ends with the home. */
async function started(skein: SkeinHome, ...args: readonly string[]) {
  const { child } = skein.start(args, homeOf(skein));
  const [chunk] = (await once(child.stdout, "data")) as [Buffer];
  return { child, line: chunk.toString().trim() };
}

it.skipIf(!isBuilt)(
  "skein web prints a link that opens the app once, and a second one finds the first",
  async () => {
    await using skein = await skeinHome();
    const { child, line } = await started(skein, "web", "--no-open");
    const opened = await fetch(line, { redirect: "manual" });
    expect([opened.status, opened.headers.get("location")]).toEqual([303, "./"]);
    const page = await fetch(new URL("/", line));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script type="module"')]);
    expect((await fetch(line, { redirect: "manual" })).status).toBe(401);
    const { exitCode, stdout } = await skein.here(["web", "--no-open"], homeOf(skein));
    expect([exitCode, new URL(stdout.trim()).origin]).toEqual([0, new URL(line).origin]);
    expect((await fetch(stdout.trim(), { redirect: "manual" })).status).toBe(303);
    const other = await skein.here(["web", "--no-open", "--port", "1"], homeOf(skein));
    expect([other.exitCode, other.stderr]).toEqual([2, expect.stringContaining("not at port 1")]);
    child.kill("SIGINT");
    expect(await once(child, "close")).toEqual([130, null]);
  },
);

it.skipIf(isBuilt)("skein web says what to run where the app is not built", async () => {
  await using skein = await skeinHome();
  const { exitCode, stderr } = await skein.here(["web"]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining("npm run setup builds it")]);
});

it("a record of a process that does not serve is named, with what to do", async () => {
  await using skein = await skeinHome();
  const folder = join(skein.home, "state", "run");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const record = { version: 1, pid: process.pid, url: "http://127.0.0.1:1", token: "x" };
  await writeFile(join(folder, "server.json"), JSON.stringify(record), { mode: 0o600 });
  const { exitCode, stderr } = await skein.here(["web"], homeOf(skein));
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining("does not answer")]);
  await rm(folder, { recursive: true });
});

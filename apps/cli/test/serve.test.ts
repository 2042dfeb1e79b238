import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { readServerRecord } from "@skein/server-http/access";
import { expect, it } from "vitest";
import { entry } from "./entry.ts";
import { skeinHome } from "./skein.ts";

it("skein serve says where it is, lets in who has its token, and leaves nothing behind", async () => {
  await using skein = await skeinHome();
  const env = { PATH: process.env["PATH"], SKEIN_HOME: skein.home, SKEIN_NO_KEYRING: "1" };
  const child = spawn(process.execPath, [entry, "serve"], { cwd: skein.home, env });
  const [chunk] = (await once(child.stdout, "data")) as [Buffer];
  const file = join(skein.home, "state", "run", "server.json");
  const record = await readServerRecord(file);
  expect(chunk.toString()).toBe(`${record?.url}\n`);
  expect([record?.pid, lstatSync(file).mode & 0o777]).toEqual([child.pid, 0o600]);
  const headers = { authorization: `Bearer ${record?.token}` };
  expect(await (await fetch(`${record?.url}/api/server`, { headers })).json()).toMatchObject({
    name: "skein",
    role: "admin",
  });
  child.kill("SIGTERM");
  expect(await once(child, "close")).toEqual([143, null]);
  expect(existsSync(file)).toBe(false);
});

it.each([
  [["--address", "0.0.0.0"], "under which name clients come"],
  [["--port", "seventy"], "port"],
  [["--allow-host", "*"], "not the name of a host"],
])("skein serve %j is refused", async (args, words) => {
  await using skein = await skeinHome();
  const { exitCode, stderr } = await skein.here(["serve", ...args]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(words)]);
});

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { processesWith, temporaryFolder, uniqueSeconds, waitForProcesses } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { probe, type Sandbox } from "../src/index.ts";

const starter = fileURLToPath(new URL("kill-starter.ts", import.meta.url));
const system = ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin"];

/** A folder that holds only the programs of one way to make the namespace. */
async function onlyWith(names: readonly string[]): Promise<{ readonly path: string } & AsyncDisposable> {
  const folder = await temporaryFolder();
  for (const name of names) {
    const program = system.map((place) => join(place, name)).find(existsSync);
    if (program !== undefined) await symlink(program, join(folder.path, name));
  }
  return folder;
}

const isRoot = process.getuid?.() === 0;
const ways = [
  [
    "unshare",
    ["setpriv", "unshare"],
    [...(isRoot ? [] : ["--user", "--map-current-user"]), "--pid", "--fork", "--mount-proc"],
  ],
  ["bwrap", ["setpriv", "bwrap"], ["--unshare-pid", "--dev-bind", "/", "/", "--proc", "/proc"]],
] as const;

/** Whether the program itself can make a PID namespace here: where it can, ours must. */
async function works(program: string, args: readonly string[]): Promise<boolean> {
  return promisify(execFile)(program, [...args, "true"]).then(
    () => true,
    () => false,
  );
}

async function run(sandbox: Sandbox, command: string): Promise<{ stdout: string; code: number }> {
  const [program = "", ...args] = sandbox.wrap({ argv: ["/bin/sh", "-c", command] });
  const options = { cwd: "/usr", env: { GREETING: "hello" } };
  return promisify(execFile)(program, args, options).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    (error: { stdout: string; code: number }) => ({ stdout: error.stdout, code: error.code }),
  );
}

for (const [means, names, args] of ways) {
  describe.skipIf(!(await works(means, args)))(`a PID namespace by ${means}`, () => {
    it("is told by the probe", async () => {
      await using folder = await onlyWith(names);
      expect(await probe({ folders: [folder.path] })).toMatchObject({ tier: "pid-namespace", means });
    });

    it("passes exit code, output, folder, environment and user through", async () => {
      await using folder = await onlyWith(names);
      const sandbox = (await probe({ folders: [folder.path] })) as Sandbox;
      const { stdout, code } = await run(sandbox, 'echo "$$ $GREETING $(pwd) $(id -u)"; exit 7');
      expect(stdout).toBe(`1 hello /usr ${process.getuid?.() ?? 0}\n`);
      expect(code).toBe(7);
    });

    it("has a /proc of its own", async () => {
      await using folder = await onlyWith(names);
      const sandbox = (await probe({ folders: [folder.path] })) as Sandbox;
      const { stdout } = await run(sandbox, "readlink /proc/self && tr '\\0' ' ' </proc/1/cmdline");
      expect(stdout).toMatch(/^\d+\n\/bin\/sh -c readlink/);
    });

    it("takes what a command has started with it when it ends", async () => {
      await using folder = await onlyWith(names);
      const sandbox = (await probe({ folders: [folder.path] })) as Sandbox;
      const id = uniqueSeconds();
      expect(
        (await run(sandbox, `setsid sleep ${id} >/dev/null & (sleep ${id} >/dev/null &) ; exit 0`)).code,
      ).toBe(0);
      await waitForProcesses(id, 0);
    });

    it("ends all of it when the process that started it is killed", async () => {
      await using folder = await onlyWith(names);
      const id = uniqueSeconds();
      const command = `sleep ${id} & setsid sleep ${id} & (sleep ${id} &) ; echo up; sleep ${id}`;
      const child = spawn(process.execPath, [starter, folder.path, command], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      await once(child.stdout, "data");
      expect((await processesWith(id)).length).toBeGreaterThanOrEqual(4);
      child.kill("SIGKILL");
      await waitForProcesses(id, 0);
    });

    it("starts nothing when its parent is not who wrapped it", async () => {
      await using folder = await onlyWith(names);
      const sandbox = (await probe({ folders: [folder.path] })) as Sandbox;
      const started = join(folder.path, "started");
      const argv = sandbox.wrap({ argv: ["/bin/sh", "-c", `touch ${started}`] });
      // A shell between us and it, as when we had died and somebody else had become its parent.
      const between = ["-c", '"$@"; exit $?', "sh", ...argv];
      await expect(promisify(execFile)("/bin/sh", between)).rejects.toMatchObject({ code: 1 });
      expect(existsSync(started)).toBe(false);
    });
  });
}

describe("a machine that cannot", () => {
  it("is told so, with what to install", async () => {
    await using folder = await temporaryFolder();
    const found = await probe({ folders: [folder.path] });
    expect(found).toMatchObject({ tier: "none" });
    expect("hint" in found && found.hint).toMatch(/Install|Linux/);
  });

  it.skipIf(process.platform !== "linux")(
    "is found out by trying: a program that is there may do nothing",
    async () => {
      await using folder = await onlyWith(["setpriv"]);
      for (const [name, text] of [
        ["unshare", 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"'],
        ["bwrap", "echo bwrap: not here >&2; exit 1"],
      ] as const) {
        await writeFile(join(folder.path, name), `#!/bin/sh\n${text}\n`);
        await chmod(join(folder.path, name), 0o755);
      }
      const found = await probe({ folders: [folder.path] });
      expect(found).toMatchObject({ tier: "none" });
      expect("reason" in found && found.reason).toContain("unshare: it ran, and made none");
      expect("reason" in found && found.reason).toContain("bwrap: not here");
    },
  );

  it("does not look at PATH", async () => {
    await using folder = await temporaryFolder();
    const evil = join(folder.path, "evil");
    for (const name of ["setpriv", "unshare", "bwrap"]) {
      await writeFile(join(folder.path, name), `#!/bin/sh\ntouch ${evil}\n`);
      await chmod(join(folder.path, name), 0o755);
    }
    const before = process.env["PATH"];
    process.env["PATH"] = `${folder.path}:${before ?? ""}`;
    try {
      await probe();
    } finally {
      process.env["PATH"] = before;
    }
    expect(existsSync(evil)).toBe(false);
  });
});

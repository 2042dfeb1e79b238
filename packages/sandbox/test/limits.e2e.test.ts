import { once } from "node:events";
import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { folderOutsideTmp } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { serviceSockets } from "../src/barrier/service-sockets.ts";
import { watchProcesses } from "../src/barrier/watch-processes.ts";
import { wrapByBwrap } from "../src/barrier/bwrap-arguments.ts";
import { probeTiers, type SandboxPolicy } from "../src/index.ts";
import { findProgram, systemFolders } from "../src/find-program.ts";
import { plain, projectFor, type Project } from "./project.ts";

const { found } = await probeTiers();
const bwrap = findProgram("bwrap", systemFolders) ?? "";

async function listeningAt(path: string) {
  const server = createServer((socket) => socket.end("secret"));
  server.listen(path);
  await once(server, "listening");
  return { isListening: () => server.listening, [Symbol.dispose]: () => void server.close() };
}

/** Prints what a socket says. */
const connect = (path: string) =>
  `node -e 'require("node:net").connect("${path}").on("error", (e) => console.log(e.code)).on("data", (d) => console.log(String(d)))'`;

describe.skipIf(found.length === 0)("sockets of services", () => {
  /** Runs a command that is held, where sockets of half a second are hidden. */
  async function held(project: Project, command: string, more: Partial<SandboxPolicy> = {}): Promise<string> {
    const temporary = join(project.home, "..", "temporary");
    const policy = { workspace: project.workspace, temporary, state: project.state, hosts: [], ...more };
    const argv = ["/bin/bash", "--noprofile", "--norc", "-c", command];
    const wrapped = wrapByBwrap(bwrap, { argv, cwd: project.workspace }, policy, { socketsAfterMs: 500 });
    return await new Promise((resolve) => {
      const env = { PATH: process.env["PATH"] ?? "", ...wrapped.env };
      execFile(
        wrapped.argv[0] ?? "",
        wrapped.argv.slice(1),
        { env, timeout: 60_000 },
        (_error, stdout, stderr) => {
          resolve(stdout + stderr);
        },
      );
    });
  }

  it("are not there, and those of the workspace are, and a command's own", async () => {
    await using project = await projectFor(found[0]!);
    const [service, inside] = [join(project.home, "agent.sock"), join(project.workspace, "dev.sock")];
    using first = await listeningAt(service);
    using second = await listeningAt(inside);
    await sleep(600);
    expect([first.isListening(), second.isListening()]).toEqual([true, true]);
    expect(await held(project, `${connect(service)}; ${connect(inside)}`)).toBe("ECONNREFUSED\nsecret\n");
    const own = `require("node:net").createServer((s) => s.end("own")).listen(process.argv[1], () => require("node:net").connect(process.argv[1]).on("data", (d) => { console.log(String(d)); process.exit(); }))`;
    for (const path of ["own.sock", "/tmp/own.sock"])
      expect(await held(project, `node -e '${own}' ${path}`)).toBe("own\n");
    expect(await held(project, connect(service), { readable: [service] })).toBe("secret\n");
  });

  it("that are young are left alone: they may be gone before the command starts", async () => {
    await using project = await projectFor(found[0]!);
    const service = join(project.home, "agent.sock");
    using first = await listeningAt(service);
    expect(first.isListening()).toBe(true);
    expect((await project.run(connect(service))).stdout).toBe("secret\n");
  });
});

describe.skipIf(process.platform !== "linux")("the list of sockets", () => {
  it("has those that have been there for a while, outside of what is granted", async () => {
    await using outside = await folderOutsideTmp();
    const folder = outside.path;
    const temporary = await mkdtemp(join(tmpdir(), "skein-sockets-"));
    try {
      const path = join(folder, "a.sock");
      using first = await listeningAt(path);
      using second = await listeningAt(join(temporary, "b.sock"));
      expect([first.isListening(), second.isListening()]).toEqual([true, true]);
      expect(serviceSockets([])).not.toContain(path);
      await sleep(600);
      expect(serviceSockets([], 500)).toContain(path);
      expect(serviceSockets([], 500).filter((one) => one.startsWith("/tmp/"))).toEqual([]);
      expect(serviceSockets([folder], 500)).not.toContain(path);
      await rm(path);
      await writeFile(path, "no socket");
      expect(serviceSockets([], 0)).not.toContain(path);
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  });
});

describe.skipIf(found.length === 0)("the limit of processes", () => {
  /** Runs a command that is watched, in a namespace of process ids. */
  async function watched(command: string, most: number) {
    const temporary = await mkdtemp(join(tmpdir(), "skein-limit-"));
    const stop = watchProcesses(temporary, most);
    const folders = [
      "--unshare-all",
      "--die-with-parent",
      "--ro-bind",
      "/",
      "/",
      "--dev",
      "/dev",
      "--proc",
      "/proc",
    ];
    const argv = [...folders, "--bind", temporary, temporary, "--", "/bin/bash", "-c", command];
    try {
      return await new Promise((resolve) => {
        execFile(bwrap, argv, { timeout: 60_000 }, (error, stdout) => {
          resolve({ hasEnded: error === null, stdout });
        });
      });
    } finally {
      stop();
      stop();
      await rm(temporary, { recursive: true, force: true });
    }
  }
  const spawned = (count: number) =>
    `for i in $(seq ${count}); do sleep 60 & done; sleep 2; echo alive; kill $(jobs -p)`;

  it.each([
    [20, 60, { hasEnded: true, stdout: "alive\n" }],
    [120, 60, { hasEnded: false, stdout: "" }],
  ])("with %i processes and at most %i", async (count, most, expected) => {
    expect(await watched(spawned(count), most)).toEqual(expected);
  });

  it("is not needed if Skein is killed: detached processes end with it", async () => {
    await using project = await projectFor(found[0]!);
    const { workspace, home, state } = project;
    const program = fileURLToPath(import.meta.resolve("./kill-barrier.ts"));
    const mark = `skein-detached-${crypto.randomUUID()}`;
    const detached = `setsid bash -c 'trap "" HUP TERM INT; exec -a ${mark} sleep 120' &`;
    const command = `for i in $(seq 20); do ${detached} done; sleep 1; echo ready; sleep 120`;
    const child = spawn(process.execPath, [program, workspace, join(home, "../temporary"), state, command]);
    const count = async () => {
      const { stdout } = await plain("pgrep", ["-c", "-f", `^${mark}`], "/");
      return Number(stdout);
    };
    try {
      await once(child.stdout, "data");
      expect(await count()).toBe(20);
      child.kill("SIGKILL");
      await once(child, "exit");
      // Long before they would end by themselves.
      await expect.poll(count, { timeout: 30_000 }).toBe(0);
    } finally {
      await plain("pkill", ["-KILL", "-f", `^${mark}`], "/");
      child.kill("SIGKILL");
      child.stdout.destroy();
    }
  });

  it("is of a command alone, and ends no other", async () => {
    const stop = watchProcesses("/nonexistent/temporary", 1);
    try {
      await using project = await projectFor(found[0]!);
      expect((await project.run("sleep 1.2; echo alive")).stdout).toBe("alive\n");
    } finally {
      stop();
    }
  });
});

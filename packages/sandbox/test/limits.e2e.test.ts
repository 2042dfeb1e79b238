import { once } from "node:events";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { serviceSockets } from "../src/barrier/service-sockets.ts";
import { watchProcesses } from "../src/barrier/watch-processes.ts";
import { probeTiers } from "../src/index.ts";
import { findProgram, systemFolders } from "../src/find-program.ts";
import { projectFor } from "./project.ts";

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

for (const barrier of found) {
  describe(`sockets of services in the tier ${barrier.tier}`, () => {
    it("are not there, and those of the workspace are, and a command's own", async () => {
      await using project = await projectFor(barrier);
      const [service, inside] = [join(project.home, "agent.sock"), join(project.workspace, "dev.sock")];
      using first = await listeningAt(service);
      using second = await listeningAt(inside);
      await sleep(1_100);
      expect([first.isListening(), second.isListening()]).toEqual([true, true]);
      const ran = await project.run(`${connect(service)}; ${connect(inside)}`);
      expect(ran.stdout).toBe("ECONNREFUSED\nsecret\n");
      const own = `require("node:net").createServer((s) => s.end("own")).listen(process.argv[1], () => require("node:net").connect(process.argv[1]).on("data", (d) => { console.log(String(d)); process.exit(); }))`;
      for (const path of ["own.sock", "/tmp/own.sock"])
        expect((await project.run(`node -e '${own}' ${path}`)).stdout).toBe("own\n");
      const readable = [service];
      expect((await project.run(connect(service), { readable })).stdout).toBe("secret\n");
    });
  });
}

describe.skipIf(process.platform !== "linux")("the list of sockets", () => {
  it("has those that have been there for a while, outside of what is granted", async () => {
    const folder = await mkdtemp(join(process.cwd(), ".skein-sockets-"));
    const temporary = await mkdtemp(join(tmpdir(), "skein-sockets-"));
    try {
      const path = join(folder, "a.sock");
      using first = await listeningAt(path);
      using second = await listeningAt(join(temporary, "b.sock"));
      expect([first.isListening(), second.isListening()]).toEqual([true, true]);
      expect(serviceSockets([])).not.toContain(path);
      await sleep(1_100);
      expect(serviceSockets([])).toContain(path);
      expect(serviceSockets([]).filter((one) => one.startsWith("/tmp/"))).toEqual([]);
      expect(serviceSockets([folder])).not.toContain(path);
      await rm(path);
      await writeFile(path, "no socket");
      expect(serviceSockets([])).not.toContain(path);
    } finally {
      for (const one of [folder, temporary]) await rm(one, { recursive: true, force: true });
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

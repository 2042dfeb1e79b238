import { once } from "node:events";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { limitProcesses } from "../src/barrier/process-limit.ts";
import { serviceSockets } from "../src/barrier/service-sockets.ts";
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

/** Runs a command with a limit, in a namespace of process ids. */
function limited(
  command: string,
  most?: number,
): Promise<{ readonly code: number | string; readonly stdout: string }> {
  const shell = ["/bin/bash", "-c", command];
  const argv = most === undefined ? shell : limitProcesses(shell, most);
  const flags = [
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
  return new Promise((resolve) => {
    execFile(bwrap, [...flags, "--", ...argv], { timeout: 30_000 }, (error, stdout) => {
      resolve({ code: error ? (error.code ?? error.signal ?? -1) : 0, stdout });
    });
  });
}

describe.skipIf(found.length === 0)("the limit of processes", () => {
  const spawned = (count: number) =>
    `for i in $(seq ${count}); do sleep 20 & done; sleep 2; echo alive; kill $(jobs -p)`;

  it.each([
    [30, 64, "alive\n", 0],
    [100, 64, "", 137],
  ])("with %i processes and at most %i", async (count, most, stdout, code) => {
    expect(await limited(spawned(count), most)).toEqual({ code, stdout });
  });

  it.each([
    'printf "%s|" "$0" "$#"; exit 7',
    "cat; cat /proc/$$/task/$$/children; wait; echo done",
    "ls /proc/self/fd; env | grep -v ^_= | sort",
    "kill -9 $$",
    "trap 'echo term; exit 3' TERM; kill $$; sleep 1",
  ])("changes nothing of what a command is and sees: %s", async (command) => {
    expect(await limited(command, 64)).toEqual(await limited(command));
  });

  it("does not keep the command's output open, and ends with it", async () => {
    const before = performance.now();
    expect(await limited("echo out", 64)).toEqual({ code: 0, stdout: "out\n" });
    expect(performance.now() - before).toBeLessThan(20_000);
  });
});

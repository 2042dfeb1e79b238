import { once } from "node:events";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { folderOutsideTmp } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { serviceSockets } from "../src/barrier/service-sockets.ts";
import { wrapByBwrap } from "../src/barrier/bwrap-arguments.ts";
import { probeTiers, type SandboxPolicy } from "../src/index.ts";
import { findProgram, systemFolders } from "../src/find-program.ts";
import { projectFor, type Project } from "./project.ts";

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
        { env, timeout: 240_000 },
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

import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { probeTiers } from "../src/index.ts";
import { plain, projectFor, type Project } from "./project.ts";

const { found, missing } = await probeTiers();

it.for(missing)("ordinary work in the tier $tier: $reason", ({ reason }, context) => {
  expect(reason).not.toBe("");
  context.skip(reason);
});

/** Serves one package, `one`, as registries do. */
async function registryOf(project: Project) {
  const folder = join(project.home, "package");
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), '{"name":"one","version":"1.0.0","main":"one.js"}');
  await writeFile(join(folder, "one.js"), "module.exports = 1;");
  await plain("tar", ["czf", "one.tgz", "package"], project.home);
  const archive = await readFile(join(project.home, "one.tgz"));
  const server = createServer((request, response) => {
    if (request.url === "/one.tgz") return void response.end(archive);
    const dist = { tarball: `http://localhost:${port}/one.tgz` };
    const versions = { "1.0.0": { name: "one", version: "1.0.0", dist } };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ name: "one", "dist-tags": { latest: "1.0.0" }, versions }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { port, [Symbol.dispose]: () => void server.close() };
}

const manifest = JSON.stringify({ name: "p", version: "1.0.0", scripts: { test: "node --test" } });
const test = `require("node:test")("one", async () => {
  const server = require("node:http").createServer((_, response) => response.end("up"));
  await new Promise((resolve) => server.listen(0, resolve));
  const answer = await fetch("http://localhost:" + server.address().port);
  require("node:assert").equal(await answer.text(), "up");
  server.close();
});`;

for (const barrier of found) {
  describe(`ordinary work in the tier ${barrier.tier}`, () => {
    it.skipIf(barrier.network !== "hosts")("installs a package from an allowed registry", async () => {
      await using project = await projectFor(barrier);
      using registry = await registryOf(project);
      await writeFile(join(project.workspace, "package.json"), manifest);
      const address = `localhost:${registry.port}`;
      const command = `npm install --no-audit --no-fund --registry http://${address} one && node -p 'require("one")'`;
      const ran = await project.run(command, { hosts: [address] });
      expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(/\n1\n$/) });
    });

    it("fails to install from any other registry without waiting, and the sandbox is named", async () => {
      await using project = await projectFor(barrier);
      await writeFile(join(project.workspace, "package.json"), manifest);
      const ran = await project.run("npm install --no-audit one");
      expect(ran.code).not.toBe(0);
      expect(ran.signs.join(" ")).toMatch(/There is no network|is not an allowed host/);
    });

    it("runs npm test, whose tests listen and connect on loopback", async () => {
      await using project = await projectFor(barrier);
      await writeFile(join(project.workspace, "package.json"), manifest);
      await writeFile(join(project.workspace, "one.test.js"), test);
      expect(await project.run("npm test")).toMatchObject({ code: 0, signs: [] });
    });

    it("starts a server, and connects to it", async () => {
      await using project = await projectFor(barrier);
      const serve = `node -e 'require("node:http").createServer((q, r) => r.end("up")).listen(8099)' & `;
      const look = "for i in $(seq 50); do curl -sf http://localhost:8099 && break; sleep 0.1; done; kill %1";
      expect((await project.run(serve + look)).stdout).toBe("up");
    });

    it("commits, branches, merges, stashes, and runs the hooks that were there", async () => {
      await using project = await projectFor(barrier);
      const hook = join(project.workspace, ".git", "hooks", "pre-commit");
      await writeFile(hook, "#!/bin/sh\necho hooked > hooked\n", { mode: 0o755 });
      const steps = [
        "echo a > a && git add a && git commit -qm a && test -f hooked && rm hooked",
        "git switch -qc side && echo b > a && git commit -qam b",
        "git switch -q main && git merge -q --no-edit side && git stash list && git log --oneline | wc -l",
      ];
      expect(await project.run(steps.join(" && "))).toMatchObject({ code: 0, stdout: "3\n", signs: [] });
    });

    it("does not change the settings of Git, and says why", async () => {
      await using project = await projectFor(barrier);
      const ran = await project.run("git config core.hooksPath elsewhere");
      expect(ran.code).not.toBe(0);
      expect(ran.signs).toEqual(["This path is protected from changes."]);
    });

    it("builds with cargo into the project", async (context) => {
      await using project = await projectFor(barrier);
      const path = `PATH="${join(homedir(), ".cargo/bin")}:$PATH" CARGO_HOME="${join(homedir(), ".cargo")}" RUSTUP_HOME="${join(homedir(), ".rustup")}"`;
      const there = await project.run(`${path} cargo --version`);
      if (there.code !== 0) context.skip("cargo is not installed.");
      await mkdir(join(project.workspace, "src"));
      await writeFile(join(project.workspace, "src", "main.rs"), 'fn main() { println!("built"); }');
      const cargo = '[package]\nname = "p"\nversion = "0.1.0"\nedition = "2021"\n';
      await writeFile(join(project.workspace, "Cargo.toml"), cargo);
      expect(await project.run(`${path} cargo run -q`)).toMatchObject({ code: 0, stdout: "built\n" });
    });
  });
}

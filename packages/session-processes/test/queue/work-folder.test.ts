import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hostWith, machineOf, text } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { openWorkFolder } from "../../src/queue/work-folder.ts";
import { archiveOf } from "./archive-of.ts";

async function worker() {
  const folder = await temporaryFolder();
  const env = { HOME: folder.path, PATH: process.env["PATH"] ?? "", SKEIN_PROVIDER: "scripted" };
  const machine = machineOf(folder.path, env);
  const { host } = await hostWith(folder.path, [[text("One.")]]);
  const work = join(dirname(machine.directories.state), "skein-work");
  return {
    path: folder.path,
    machine,
    host,
    work,
    async [Symbol.asyncDispose]() {
      await host.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe("the folder of a run for workers", () => {
  it("has the files of a commit, and nothing of an attempt before it, and is gone afterwards", async () => {
    await using at = await worker();
    const url = join(at.path, "shop");
    mkdirSync(url);
    const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: url, encoding: "utf8" });
    git("init", "-q", "-b", "main");
    writeFileSync(join(url, "a.txt"), "one\n");
    git("add", "--all");
    git("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-q", "-m", "First");
    const commit = git("rev-parse", "HEAD").trim();
    mkdirSync(join(at.work, "s"), { recursive: true, mode: 0o700 });
    writeFileSync(join(at.work, "s", "left.txt"), "");
    {
      await using place = await openWorkFolder(at.machine, at.host, "s", { url, commit });
      expect(place.cwd).toBe(join(at.work, "s"));
      expect(place.movesFrom).not.toBe("");
      expect(readFileSync(join(place.cwd, "a.txt"), "utf8")).toBe("one\n");
      expect(existsSync(join(place.cwd, "left.txt"))).toBe(false);
      expect(readdirSync(at.work)).toEqual(["s"]);
    }
    expect(readdirSync(at.work)).toEqual([]);
  });

  it("is a repository with the files of an archive that the session has", async () => {
    await using at = await worker();
    const { name, bytes } = archiveOf({ path: "a.txt", text: "one" });
    const archive = await at.host.sessions.putBlob("s", bytes);
    await using place = await openWorkFolder(at.machine, at.host, "s", { archive, name });
    expect(readFileSync(join(place.cwd, "a.txt"), "utf8")).toBe("one");
    const said = execFileSync("git", ["log", "--format=%s"], { cwd: place.cwd, encoding: "utf8" });
    expect(said).toBe("Files of x.tgz\n");
  });

  it("is not made of an archive that the session does not have", async () => {
    await using at = await worker();
    const lost = { archive: "0".repeat(64), name: "x.tgz" };
    await expect(openWorkFolder(at.machine, at.host, "s", lost)).rejects.toMatchObject({
      code: "usage",
      message: "x.tgz cannot be worked on: session s does not have it any more.",
      hint: "Submit the run again.",
    });
  });
});

import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { folderOutsideTmp } from "@skein/test-kit";
import { sandboxTiers } from "@skein/runtime";
import { describe, expect, it } from "vitest";
import { say, shell } from "./replies.ts";
import { skeinHome } from "./skein.ts";

const tier = (await sandboxTiers()).found[0]?.tier;

describe.skipIf(tier === undefined)("skein run with a sandbox", () => {
  it.each(["/dev/null/tmp", "/proc/skein", "/proc"])(
    "refuses a temporary folder that is not there: %s",
    async (folder) => {
      await using skein = await skeinHome();
      const args = ["run", "-t", "go", "--sandbox", "auto"];
      const { exitCode, stderr } = await skein.run(args, { TMPDIR: folder });
      expect(exitCode).toBe(2);
      expect(stderr).toContain(`The temporary folder ${folder} cannot be used`);
      expect(stderr).toContain("Set TMPDIR");
    },
  );

  it.each([
    ["auto", tier, false],
    ["off", "off", true],
  ])("%s: says which tier holds commands, and what they write outside: %s", async (how, told, writes) => {
    await using outside = await folderOutsideTmp();
    const folder = outside.path;
    const project = join(folder, "project");
    await mkdir(project);
    await using server = await anthropicServer([
      { parts: [shell("c1", "echo a > in; echo a > ../out")] },
      say("Done."),
    ]);
    await using skein = await skeinHome(server.url);
    const args = ["run", "-t", "go", "--mode", "auto", "--output-format", "stream-json", "--sandbox", how];
    const ended = await skein.run(args, {}, { cwd: project });
    expect(ended.exitCode).toBe(0);
    expect(ended.lines()[0]).toMatchObject({ type: "init", sandbox: told });
    expect(await readFile(join(project, "in"), "utf8")).toBe("a\n");
    expect(existsSync(join(folder, "out"))).toBe(writes);
  });

  it("takes no helper from the project, though it is first on the PATH", async () => {
    await using outside = await folderOutsideTmp();
    const folder = outside.path;
    for (const name of ["bwrap", "nsenter"])
      await writeFile(join(folder, name), `#!/bin/sh\ntouch "${folder}/used"\n`, { mode: 0o755 });
    await using server = await anthropicServer([{ parts: [shell("c1", "echo a > in")] }, say("Done.")]);
    await using skein = await skeinHome(server.url);
    const args = ["run", "-t", "go", "--mode", "auto", "--sandbox", "require"];
    const path = { PATH: `${folder}:${process.env["PATH"]}` };
    expect((await skein.run(args, path, { cwd: folder })).exitCode).toBe(0);
    expect(await readFile(join(folder, "in"), "utf8")).toBe("a\n");
    expect(existsSync(join(folder, "used"))).toBe(false);
  });

  it("headless: a command that asks to leave it is denied, and the run goes on", async () => {
    const why = { command: "touch ../out", outside_sandbox: "It is one folder up." };
    await using server = await anthropicServer([
      { parts: [{ type: "tool-call", id: "c1", name: "shell", input: why }] },
      say("Done."),
    ]);
    await using skein = await skeinHome(server.url);
    const ended = await skein.run(["run", "-t", "go", "--mode", "auto", "--sandbox", "require"]);
    expect(ended).toMatchObject({ exitCode: 0 });
    expect(ended.stderr).toContain("outside(touch ../out)");
  });
});

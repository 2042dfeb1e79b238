import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome, type SkeinHome } from "./skein.ts";

async function writeConfig(skein: SkeinHome, yaml: string, ...folders: string[]): Promise<void> {
  const folder = join(skein.home, ...(folders.length > 0 ? folders : [".config", "skein"]));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "config.yaml"), yaml);
}

const touch = {
  parts: [{ type: "tool-call", id: "t1", name: "shell", input: { command: "touch marker" } }],
} as const;
const done = { parts: [{ type: "text", text: "Done." }] } as const;

describe("rules for tools in config files", () => {
  it("deny in every mode, and the model is told why", async () => {
    await using server = await anthropicServer([touch, done]);
    await using skein = await skeinHome(server.url);
    await writeConfig(skein, "permissions:\n  shell: { verdict: deny, reason: No commands here }\n");
    const { exitCode } = await skein.here(["run", "-t", "go", "--mode", "auto"]);
    expect(exitCode).toBe(0);
    expect(existsSync(join(skein.home, "marker"))).toBe(false);
    expect(server.requests[1]?.bytes.toString()).toContain("No commands here");
  });

  it("ask even in mode auto", async () => {
    await using server = await anthropicServer([touch]);
    await using skein = await skeinHome(server.url);
    await writeConfig(skein, 'permissions:\n  "*": ask\n');
    expect((await skein.here(["run", "-t", "go", "--mode", "auto"])).exitCode).toBe(7);
  });

  it("allow what the mode would ask about", async () => {
    await using server = await anthropicServer([touch, done]);
    await using skein = await skeinHome(server.url);
    await writeConfig(skein, "permissions:\n  shell: allow\n");
    expect((await skein.here(["run", "-t", "go"])).exitCode).toBe(0);
    expect(existsSync(join(skein.home, "marker"))).toBe(true);
  });

  it("of a folder count only when it is trusted", async () => {
    await using server = await anthropicServer([touch, touch, done]);
    await using skein = await skeinHome(server.url);
    await writeConfig(skein, "permissions:\n  shell: allow\n", ".skein");
    expect((await skein.here(["run", "-t", "go"])).exitCode).toBe(7);
    expect((await skein.here(["trust", "."])).exitCode).toBe(0);
    expect((await skein.here(["run", "-t", "go"])).exitCode).toBe(0);
  });

  it.each([
    ["permissions: yes please\n", "permissions cannot be this text"],
    ["permissions:\n  shell: alow\n", "permissions.shell cannot be this text"],
    ["permissions:\n  shell: { verdict: ask, why: x }\n", 'Unknown key "why" in permissions.shell'],
  ])("that cannot be used end the command: %j", async (yaml, fault) => {
    await using skein = await skeinHome();
    await writeConfig(skein, yaml);
    const { exitCode, stderr } = await skein.here(["run", "-t", "go"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(fault);
  });
});

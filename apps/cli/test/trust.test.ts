import { cpSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { skeinHome, type SkeinHome } from "./skein.ts";

function project(skein: SkeinHome, config: string): { cwd: string; config: string } {
  const cwd = join(skein.home, "project");
  mkdirSync(join(cwd, ".skein"), { recursive: true });
  writeFileSync(join(cwd, ".skein", "config.yaml"), config);
  return { cwd, config: join(cwd, ".skein", "config.yaml") };
}

async function modeIn(
  skein: SkeinHome,
  cwd: string,
): Promise<{ mode: unknown; trust: unknown; warnings: string[] }> {
  const { stdout } = await skein.here(["info", "--json"], {}, { cwd });
  const info = JSON.parse(stdout) as {
    settings: { mode: { value: unknown } };
    project: { trust: unknown };
    warnings: string[];
  };
  return { mode: info.settings.mode.value, trust: info.project.trust, warnings: info.warnings };
}

describe("skein trust", () => {
  it("lets a project loosen what is asked, until its content changes; then the user is told", async () => {
    await using skein = await skeinHome();
    const { cwd, config } = project(skein, "mode: auto\n");
    expect(await modeIn(skein, cwd)).toMatchObject({ mode: "smart_approve", trust: "untrusted" });

    const added = await skein.here(["trust", cwd]);
    expect(added).toMatchObject({ exitCode: 0, stdout: "" });
    expect(added.stderr).toContain(".skein/config.yaml");
    expect(await modeIn(skein, cwd)).toEqual({ mode: "auto", trust: "trusted", warnings: [] });

    writeFileSync(config, "mode: auto\nmaxTurns: 5\n");
    const changed = await modeIn(skein, cwd);
    expect(changed).toMatchObject({ mode: "smart_approve", trust: "changed" });
    expect(changed.warnings.join("\n")).toContain(`skein trust ${cwd}`);
    const list = await skein.here(["trust"]);
    expect(list.stdout).toMatch(/changed: not trusted .*project/);
  });

  it("is for that very folder: another one at its path is told, and trusted when the user says so again", async () => {
    await using skein = await skeinHome();
    const { cwd } = project(skein, "mode: auto\n");
    await skein.here(["trust", cwd]);
    renameSync(cwd, join(skein.home, "aside"));
    cpSync(join(skein.home, "aside"), cwd, { recursive: true });
    const replaced = await modeIn(skein, cwd);
    expect(replaced).toMatchObject({ mode: "smart_approve", trust: "replaced" });
    expect(replaced.warnings.join("\n")).toContain("is not the folder that you trusted");
    expect(replaced.warnings.join("\n")).toContain(`skein trust ${cwd}`);
    expect((await skein.here(["trust"])).stdout).toContain("another folder: not trusted");
    await skein.here(["trust", cwd]);
    expect(await modeIn(skein, cwd)).toEqual({ mode: "auto", trust: "trusted", warnings: [] });
  });

  it("is removed again", async () => {
    await using skein = await skeinHome();
    const { cwd } = project(skein, "mode: auto\n");
    await skein.here(["trust", "."], {}, { cwd });
    const { stdout } = await skein.here(["trust", "--remove", cwd, "--json"]);
    expect(JSON.parse(stdout)).toEqual({ removed: true });
    expect(await modeIn(skein, cwd)).toMatchObject({ mode: "smart_approve", trust: "untrusted" });
    const empty = await skein.here(["trust", "--json"]);
    expect(JSON.parse(empty.stdout)).toEqual({ projects: [], recipes: [], untrustedFiles: [] });
  });

  it("never lets a project say where keys are sent", async () => {
    await using skein = await skeinHome();
    const { cwd } = project(skein, "providers:\n  anthropic:\n    baseUrl: http://127.0.0.1:1\n");
    await skein.here(["trust", cwd]);
    const { stdout } = await skein.here(["info", "--json"], {}, { cwd });
    const info = JSON.parse(stdout) as { addresses: object; warnings: string[] };
    expect(info.addresses).toEqual({});
    expect(info.warnings.join()).toContain("no project can set it");
  });

  it.each([
    [["trust", "."], "nothing to trust"],
    [["trust", "--remove"], "needs the path"],
    [["trust", "a", "b"], "no use for"],
    [["trust", "--remvoe", "x"], "--remove"],
  ])("%j is exit 2 with a way out", async (args, said) => {
    await using skein = await skeinHome();
    const { exitCode, stdout, stderr } = await skein.here(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(said);
  });
});

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

describe("skein memory", () => {
  it("lists what Goose and Skein have remembered, forgets, and opens an editor", async () => {
    await using skein = await skeinHome("http://127.0.0.1:9");
    const cwd = join(skein.home, "repo");
    mkdirSync(join(cwd, ".git"), { recursive: true });
    mkdirSync(join(cwd, ".goose/memory"), { recursive: true });
    mkdirSync(join(skein.home, ".config/goose/memory"), { recursive: true });
    writeFileSync(join(skein.home, ".config/goose/memory/build.txt"), "# node\nUse pnpm.\n\nNever npm.\n\n");
    writeFileSync(join(cwd, ".goose/memory/api.txt"), "Port 8080.\n\n");
    const { stdout } = await skein.here(["memory", "list"], {}, { cwd });
    expect(stdout.replaceAll(/ · .*/g, "")).toBe(
      "build  user\n  Use pnpm. [node]\n  Never npm.\napi  project\n  Port 8080.\n",
    );
    const forgot = await skein.here(["memory", "forget", "build", "Never npm."], {}, { cwd });
    expect(forgot.stderr).toContain("Forgot 1 of build.");
    expect(readFileSync(join(skein.home, ".config/goose/memory/build.txt"), "utf8")).toBe(
      "# node\nUse pnpm.\n\n",
    );
    expect(await skein.here(["memory", "forget", "buidl"], {}, { cwd })).toMatchObject({ exitCode: 2 });
    expect((await skein.here(["memory", "forget", "buidl"], {}, { cwd })).stderr).toContain(
      "Did you mean build?",
    );
    expect(await skein.here(["memory", "edit", "style"], { EDITOR: "touch" }, { cwd })).toMatchObject({
      exitCode: 0,
    });
    expect(readFileSync(join(skein.home, ".config/skein/memory/style.md"), "utf8")).toBe("");
    expect(await skein.here(["memory", "edit", "../x"], { EDITOR: "touch" }, { cwd })).toMatchObject({
      exitCode: 2,
    });
    expect((await skein.here(["memory", "edit", "style"], { EDITOR: "" }, { cwd })).stderr).toContain(
      "EDITOR",
    );
  });
});

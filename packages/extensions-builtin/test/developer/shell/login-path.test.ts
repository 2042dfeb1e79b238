import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { joinedPath, loginPath } from "../../../src/developer/shell/login-path.ts";
import { workbench } from "../workbench.ts";

const patient = { waitMs: 60_000, shellMs: 60_000 };

async function homeWith(profile: string) {
  const folder = await temporaryFolder();
  await writeFile(join(folder.path, ".bash_profile"), profile);
  const env = { HOME: folder.path, SHELL: "/bin/bash", SECRET_TOKEN: "x" };
  return { folder, home: folder.path, env, cacheFile: join(folder.path, "login-path.json") };
}

describe("the PATH of the login shell", () => {
  it("is what its start-up files make of it, whatever else they print, and they see no secrets", async () => {
    const at = await homeWith('echo noise; echo $SECRET_TOKEN >"$HOME/seen"; PATH="$HOME/tools:$PATH"');
    await using _ = at.folder;
    const path = await loginPath({ env: at.env, ...patient })();
    expect(path?.startsWith(`${at.home}/tools:/`)).toBe(true);
    expect(await readFile(join(at.home, "seen"), "utf8")).toBe("\n");
  });

  it("is read once, kept for the next process, and read again when a start-up file has changed", async () => {
    const at = await homeWith('echo x >>"$HOME/count"; PATH="/first:$PATH"');
    await using _ = at.folder;
    const options = { env: at.env, cacheFile: at.cacheFile, ...patient };
    const path = loginPath(options);
    const [one, other] = await Promise.all([path(), path()]);
    expect(one).toMatch(/^\/first:/);
    expect(other).toBe(one);
    expect(await loginPath(options)()).toBe(one);
    expect(await readFile(join(at.home, "count"), "utf8")).toBe("x\n");
    await writeFile(join(at.home, ".bash_profile"), 'PATH="/second:$PATH"');
    // The old one is used meanwhile.
    expect(await loginPath(options)()).toBe(one);
    await expect.poll(() => readFile(at.cacheFile, "utf8")).toContain("/second");
    expect(await loginPath(options)()).toMatch(/^\/second:/);
  });

  it("is not waited for longer than was said, and not known without a shell", async () => {
    const at = await homeWith("sleep 60");
    await using _ = at.folder;
    expect(await loginPath({ env: at.env, waitMs: 100, shellMs: 300 })()).toBeUndefined();
    expect(await loginPath({ env: { ...at.env, SHELL: "/opt/odd" } })()).toBeUndefined();
    expect(await loginPath({ env: {} })()).toBeUndefined();
  });

  it("comes after that of this process, unless this has only the system's folders", () => {
    expect(joinedPath("/w/.venv/bin:/usr/bin", "/home/me/nvm:/usr/bin:relative")).toBe(
      "/w/.venv/bin:/usr/bin:/home/me/nvm",
    );
    expect(joinedPath("/usr/local/bin:/usr/bin:/bin", "/home/me/nvm:/usr/bin")).toBe(
      "/home/me/nvm:/usr/bin:/usr/local/bin:/bin",
    );
  });

  it("is where commands find their programs, unless it holds a secret", async () => {
    const at = await homeWith('PATH="$HOME/tools:$PATH"');
    await using _ = at.folder;
    await mkdir(join(at.home, "tools"));
    await writeFile(join(at.home, "tools", "own-tool"), "#!/bin/sh\necho found");
    await chmod(join(at.home, "tools", "own-tool"), 0o755);
    const settings = {
      loginPath: loginPath({ env: at.env, ...patient }),
      environment: { PATH: "/usr/bin:/bin" },
    };
    await using bench = await workbench(settings);
    expect(await bench.says("shell", { command: "own-tool" })).toBe("found");
    await using secret = await workbench({ ...settings, holdsSecret: (text) => text.includes("tools") });
    expect(await secret.says("shell", { command: "echo $PATH" })).toBe("/usr/bin:/bin");
  });
});

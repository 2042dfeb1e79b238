import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sessionHome, type SessionHome } from "./session-home.ts";

const shell = (command: string) => ({ calls: [{ name: "shell", input: { command } }] });
const done = { text: "Done." };

async function changed(command: string): Promise<SessionHome> {
  const home = await sessionHome();
  writeFileSync(join(home.cwd, "a.txt"), "one\ntwo\nthree\n");
  writeFileSync(join(home.cwd, "gone.txt"), "bye\n");
  await home.hold("s", "change it", [shell(command), done]);
  return home;
}

describe("skein session diff", () => {
  it("prints a patch that git applies backwards, and counts on standard error", async () => {
    await using home = await changed("sed -i s/two/2/ a.txt; echo new >b.txt; rm gone.txt");
    const { exitCode, stdout, stderr } = await home.session(["diff", "s"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "3 files changed +2 −2\n" });
    expect(stdout).toBe(`--- a/a.txt
+++ b/a.txt
@@ -1,3 +1,3 @@
 one
-two
+2
 three
--- /dev/null
+++ b/b.txt
@@ -0,0 +1,1 @@
+new
--- a/gone.txt
+++ /dev/null
@@ -1,1 +0,0 @@
-bye
`);
    execFileSync("git", ["apply", "-R"], { cwd: home.cwd, input: stdout });
    expect(readFileSync(join(home.cwd, "a.txt"), "utf8")).toBe("one\ntwo\nthree\n");
    expect(readFileSync(join(home.cwd, "gone.txt"), "utf8")).toBe("bye\n");
  });

  it("is of the last run that changed files, and not of one that was undone", async () => {
    await using home = await changed("echo first >b.txt");
    await home.hold("s", "look", [shell("true"), done], ["-r"]);
    expect((await home.session(["diff", "s"])).stdout).toContain("+first");
    await home.hold("s", "more", [shell("echo second >c.txt"), done], ["-r"]);
    expect((await home.session(["diff", "s"])).stdout).toContain("+second");
    await home.session(["undo", "s", "--yes"]);
    const { stdout } = await home.session(["diff", "s"]);
    expect(stdout).toContain("+first");
    expect(stdout).not.toContain("second");
  });

  it("names what cannot be shown as lines", async () => {
    await using home = await changed(
      "printf 'a\\0b' >binary; chmod +x a.txt; ln -s a.txt link; mkfifo pipe; head -c 2000000 /dev/zero | tr '\\0' x >large",
    );
    const { stdout, stderr } = await home.session(["diff", "s"]);
    expect(stdout).toBe("");
    for (const [name, why] of Object.entries({
      binary: "not text",
      "a.txt": "its mode alone",
      link: "a link",
      pipe: "not in checkpoints",
      large: "too large to compare",
    }))
      expect(stderr).toContain(`${join(home.cwd, name)}: ${why}\n`);
    expect(stderr).toContain("5 files changed\n");
  });

  it("is JSON on request, and says when there is nothing", async () => {
    await using home = await changed("true");
    expect(await home.session(["diff", "s"])).toMatchObject({
      exitCode: 0,
      stdout: "",
      stderr: "No file was changed in this session, as far as is known.\n",
    });
    const { stdout } = await home.session(["diff", "s", "--json"]);
    expect(JSON.parse(stdout)).toEqual({ session: "s", run: null, files: [] });
    rmSync(join(home.cwd, "a.txt"));
  });
});

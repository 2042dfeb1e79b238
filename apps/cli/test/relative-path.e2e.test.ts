import { execFile } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { entry, entryEnv } from "./entry.ts";

/** Programs that Skein starts by name, or has a reason to. */
const helpers = `
  git node npm npx rg gh bwrap ps sh bash env setsid unshare cc gcc secret-tool dbus-send security systemctl launchctl
  crontab xdg-open open notify-send tmux wl-paste xclip typescript-language-server vtsls pyright-langserver gopls socat
`
  .trim()
  .split(/\s+/);

const call = (name: string, input: object) => ({ name, input });
const edit = { path: "a.ts", old_text: "1", new_text: "2" };
const turns = [
  { calls: [call("read", { path: "a.ts" }), call("search", { pattern: "const" })] },
  { calls: [call("edit", edit), call("shell", { command: "true" })] },
  { text: "Done." },
];

/** A project that puts programs of its own where a search path with relative folders finds them. */
async function hostileProject() {
  const folder = await temporaryFolder();
  const home = folder.path;
  const project = join(home, "project");
  await mkdir(join(project, "bin"), { recursive: true });
  for (const name of helpers)
    for (const path of [join(project, name), join(project, "bin", name)]) {
      await writeFile(path, `#!/bin/sh\necho ${name} >> ${home}/ran\nexit 1\n`);
      await chmod(path, 0o755);
    }
  await writeFile(join(project, "a.ts"), "export const a = 1;\n");
  await writeFile(join(home, "model.json"), JSON.stringify({ turns }));
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
  for (const args of [
    ["init", "-q"],
    ["add", "a.ts"],
    [...identity, "commit", "-q", "-m", "First"],
  ])
    await promisify(execFile)("git", args, { cwd: project });
  return {
    project,
    /** @param folders - before those of the real search path. */
    async skein(folders: readonly string[], args: readonly string[]) {
      const path = [...folders, process.env["PATH"]].join(delimiter);
      const env = { ...entryEnv, PATH: path, HOME: home, VISUAL: "true" };
      const words = args.map((word) => word.replace("$HOME", home));
      const running = promisify(execFile)(process.execPath, [entry, ...words], { cwd: project, env });
      running.child.stdin?.end();
      return running.catch((error: unknown) => error as { stdout: string; stderr: string });
    },
    ran: () => readFile(join(home, "ran"), "utf8").catch(() => ""),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const relative = ["bin", ".", "", "./bin"];
const run = "run -t go --mode auto --provider replay --model $HOME/model.json";
const commands = [
  run,
  `${run} --sandbox off`,
  `${run} --worktree fix`,
  run.replace("run -t", "bg"),
  "review",
  "worktree list",
  "doctor --offline",
  "schedule list",
  "schedule install",
  "extension list",
  "recipe list",
  "recipe show github.com/ada/recipes/x",
  "memory edit notes",
  "info",
];

describe("a search path with relative folders", () => {
  it.each(commands)("gives no helper to skein %s", async (command) => {
    await using project = await hostileProject();
    const { stdout, stderr } = await project.skein(relative, command.split(" "));
    expect({ ran: await project.ran(), stdout, stderr }).toMatchObject({ ran: "" });
  });

  it("gives none to what looks at a session, and keeps no run from its work", async () => {
    await using project = await hostileProject();
    const changed = () => readFile(join(project.project, "a.ts"), "utf8");
    expect((await project.skein(relative, run.split(" "))).stdout).toContain("Done.");
    expect(await changed()).toBe("export const a = 2;\n");
    for (const command of ["session diff", "session show", "session undo --yes", "session export"])
      await project.skein(relative, command.split(" "));
    expect(await changed()).toBe("export const a = 1;\n");
    expect(await project.ran()).toBe("");
  });

  it("is not needed for what an absolute folder has, as the user wishes", async () => {
    await using project = await hostileProject();
    await project.skein([join(project.project, "bin")], ["review"]);
    expect(await project.ran()).toContain("git");
  });
});

import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readHints, type Hints } from "../src/index.ts";
import { tempFolder } from "./temp-folder.ts";

const names = ["AGENTS.md", ".goosehints", "CLAUDE.md"];

/** A home with `config`, and a repository with `app` in it. */
function home(): { config: string; root: string; app: string; outside: string } {
  const folder = tempFolder();
  const found = {
    config: join(folder, "config"),
    root: join(folder, "repo"),
    app: join(folder, "repo", "app"),
    outside: folder,
  };
  for (const path of [found.config, found.app, join(found.root, ".git")])
    mkdirSync(path, { recursive: true });
  return found;
}

const textsOf = ({ files }: Hints): string[] => files.map(({ text }) => text);

describe("notes for the model", () => {
  it("come from the user, then from the root of the repository down to the folder", async () => {
    const { config, root, app, outside } = home();
    writeFileSync(join(outside, "AGENTS.md"), "above the repository");
    writeFileSync(join(config, "AGENTS.md"), "user");
    writeFileSync(join(root, "CLAUDE.md"), "root claude");
    writeFileSync(join(root, "AGENTS.md"), "root agents");
    writeFileSync(join(app, ".goosehints"), "app");
    const hints = await readHints({ cwd: app, config, names });
    expect(textsOf(hints)).toEqual(["user", "root agents", "root claude", "app"]);
    expect(hints.files.map(({ from }) => from)).toEqual(["user", "project", "project", "project"]);
    expect(hints.files[3]?.path).toBe(join(app, ".goosehints"));
    expect(hints.warnings).toEqual([]);
  });

  it("come from the folder alone outside a repository", async () => {
    const { config, outside } = home();
    const cwd = join(outside, "a", "b");
    mkdirSync(cwd, { recursive: true });
    writeFileSync(join(outside, "a", "AGENTS.md"), "above");
    writeFileSync(join(cwd, "AGENTS.md"), "here");
    expect(textsOf(await readHints({ cwd, config, names }))).toEqual(["here"]);
  });

  it("have the names that were chosen; none are read when there are none", async () => {
    const { config, root } = home();
    writeFileSync(join(root, "AGENTS.md"), "a");
    writeFileSync(join(root, "NOTES.md"), "n");
    expect(textsOf(await readHints({ cwd: root, config, names: ["NOTES.md"] }))).toEqual(["n"]);
    expect(textsOf(await readHints({ cwd: root, config, names: [] }))).toEqual([]);
  });

  it("count once when a file is there under two names, or twice in one folder", async () => {
    const { config, root } = home();
    writeFileSync(join(root, "AGENTS.md"), "same");
    symlinkSync("AGENTS.md", join(root, "CLAUDE.md"));
    writeFileSync(join(root, ".goosehints"), "same");
    expect(textsOf(await readHints({ cwd: root, config, names }))).toEqual(["same"]);
  });

  it("are not read through a link out of the project, and the user is told", async () => {
    const { config, root, app, outside } = home();
    writeFileSync(join(outside, "secret"), "secret");
    symlinkSync(join(outside, "secret"), join(root, "AGENTS.md"));
    mkdirSync(join(outside, "repo-evil"));
    writeFileSync(join(outside, "repo-evil", "x"), "secret");
    symlinkSync("../../repo-evil/x", join(app, "AGENTS.md"));
    const hints = await readHints({ cwd: app, config, names });
    expect(hints.files).toEqual([]);
    expect(hints.warnings).toHaveLength(2);
    expect(hints.warnings[0]).toContain("leads out of the project");
  });

  it("are clipped at the end of a line when they are long, and that is said", async () => {
    const { config, root } = home();
    const line = `${"x".repeat(99)}\n`;
    writeFileSync(join(root, "AGENTS.md"), line.repeat(2000));
    const { files, warnings } = await readHints({ cwd: root, config, names });
    expect(files[0]?.isClipped).toBe(true);
    expect(files[0]?.text).toBe(line.repeat(Math.floor((64 * 1024) / 100)));
    expect(warnings).toEqual([expect.stringContaining("is too long for a hint file")]);
  });

  it("are bounded together", async () => {
    const { config, root } = home();
    let cwd = root;
    for (let depth = 0; depth < 6; depth++) {
      cwd = join(cwd, "d");
      mkdirSync(cwd);
      writeFileSync(join(cwd, "AGENTS.md"), `${String(depth).repeat(60_000)}\n`);
    }
    const { files, warnings } = await readHints({ cwd, config, names });
    expect(files.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(192 * 1024);
    expect(warnings.at(-1)).toContain("use up all the space");
  });

  it("show what hides in them", async () => {
    const { config, root } = home();
    writeFileSync(join(root, "AGENTS.md"), "\ufeffa\u202eb\u{e0041}c\u001b[2J\u00ad\u3164 👩‍💻 ❤️\r\nd");
    expect(textsOf(await readHints({ cwd: root, config, names }))).toEqual([
      "a\\u{202e}b\\u{e0041}c\\x1b[2J\\xad\\u{3164} 👩‍💻 ❤️\nd",
    ]);
  });

  it.runIf(process.platform !== "win32")(
    "that are folders, pipes or bytes are left out, without waiting",
    async () => {
      const { config, root } = home();
      mkdirSync(join(root, "AGENTS.md"));
      execFileSync("mkfifo", [join(root, ".goosehints")]);
      writeFileSync(join(root, "CLAUDE.md"), Buffer.from([1, 0, 2]));
      const { files, warnings } = await readHints({ cwd: root, config, names });
      expect(files).toEqual([]);
      expect(warnings).toHaveLength(3);
    },
  );
});

describe("a hint file of a project that is a link", () => {
  const isGuarded = async (path: string) => path.endsWith("/.env");

  it("leads to no guarded file, directly or by an import", async () => {
    const { config, root, app } = home();
    writeFileSync(join(root, ".env"), "TOKEN=hunter2");
    writeFileSync(join(root, "CLAUDE.md"), "See @style.md");
    symlinkSync(".env", join(root, "AGENTS.md"));
    symlinkSync(".env", join(root, "style.md"));
    symlinkSync("AGENTS.md", join(root, ".goosehints"));
    const hints = await readHints({ cwd: app, config, names, isGuarded });
    expect(textsOf(hints)).toEqual(["See @style.md"]);
    expect(hints.warnings).toEqual(
      ["AGENTS.md", ".goosehints", "style.md"].map(
        (name) =>
          `${join(root, name)} is left out: it is a link to ${join(root, ".env")}, which may hold secrets.`,
      ),
    );
  });

  it("is read when it leads to a usual file, and a file that is no link always is", async () => {
    const { config, root } = home();
    writeFileSync(join(root, "notes.md"), "Notes.");
    symlinkSync("notes.md", join(root, "AGENTS.md"));
    const hints = await readHints({ cwd: root, config, names, isGuarded });
    expect(textsOf(hints)).toEqual(["Notes."]);
    writeFileSync(join(root, ".env"), "NAME=value");
    expect(textsOf(await readHints({ cwd: root, config, names: [".env"], isGuarded }))).toEqual([
      "NAME=value",
    ]);
  });
});

it("without the project, only the user's notes are read", async () => {
  const { config, root } = home();
  writeFileSync(join(config, "AGENTS.md"), "user");
  writeFileSync(join(root, "AGENTS.md"), "project");
  expect(textsOf(await readHints({ cwd: root, config, names, onlyUser: true }))).toEqual(["user"]);
});

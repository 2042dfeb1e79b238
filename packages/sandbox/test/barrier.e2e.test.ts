import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { processesWith, uniqueSeconds } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { probeTiers, type SandboxPolicy } from "../src/index.ts";
import { plain, projectFor } from "./project.ts";

const { found, missing } = await probeTiers();

describe("the probe", () => {
  it("says of every tier that it works, or why not and what to do", () => {
    expect([...found, ...missing].map(({ tier }) => tier).toSorted()).toEqual(["bwrap", "full", "landlock"]);
    for (const { reason, hint } of missing) expect(`${reason} ${hint}`).toMatch(/^[A-Z/b].*\. .*\.$/);
  });

  it("takes no helper program from anywhere but the folders of the system", async () => {
    expect((await probeTiers(["/nonexistent"])).found).toEqual([]);
  });
});

it.for(missing)("commands in the tier $tier: $reason", ({ reason }, context) => {
  expect(reason).not.toBe("");
  context.skip(reason);
});

/** Each leaves what is outside as it was, whatever it says. */
const escapes: readonly (readonly [name: string, command: string])[] = [
  ["writes outside", "echo changed > ../secret"],
  ["writes to the home folder", "echo x > ~/.bashrc"],
  ["removes what is outside", "rm -rf ../secret"],
  ["goes through a symbolic link", "ln -s ../secret link && echo changed > link"],
  ["goes through a link to a folder", "ln -s .. up && echo changed > up/secret"],
  ["makes a hard link", "ln ../secret hard && echo changed > hard"],
  [
    "goes through the root of another process",
    'for p in /proc/[0-9]*; do echo changed > "$p/root$HOME/secret"; done',
  ],
  [
    "goes through the folder of another process",
    "for p in /proc/[0-9]*; do echo changed > $p/cwd/../secret; done",
  ],
  ["mounts writable", "mount -o remount,rw,bind / && echo changed > ../secret"],
  [
    "makes namespaces of its own",
    "unshare -Urm sh -c 'mount -o remount,rw,bind / ; echo changed > ../secret'",
  ],
  ["writes to kernel settings", "cat /proc/sys/kernel/ostype > /proc/sys/kernel/domainname"],
  ["makes a device", "mknod disk b 254 0"],
];

/** Each would be run, started or obeyed outside later on. */
const planted: readonly (readonly [file: string, command: string])[] = [
  [".skein/config.yaml", "mkdir -p .skein && echo x > .skein/config.yaml"],
  [".mcp.json", "echo x > .mcp.json"],
  [".vscode/tasks.json", "mkdir -p .vscode && echo x > .vscode/tasks.json"],
  [".git/hooks/post-checkout", "mkdir -p .git/hooks; echo x > .git/hooks/post-checkout"],
  [".git/config.worktree", "echo x > .git/config.worktree"],
  [
    ".git/modules/m/hooks/post-checkout",
    "git init -q --bare .git/modules/m && mkdir -p .git/modules/m/hooks && echo x > .git/modules/m/hooks/post-checkout",
  ],
  [".git/commondir", "echo ../other > .git/commondir"],
  ["other/hooks/x", "mv .git other && mkdir -p other/hooks && touch other/hooks/x"],
];

for (const barrier of found) {
  describe(`commands in the tier ${barrier.tier}`, () => {
    it("keep exit code, output and working folder", async () => {
      await using project = await projectFor(barrier);
      expect(await project.run("pwd; echo said >&2; echo a > file; exit 7")).toMatchObject({
        code: 7,
        stdout: `${project.workspace}\n`,
      });
      expect(await readFile(join(project.workspace, "file"), "utf8")).toBe("a\n");
    });

    it.each(escapes)("change nothing outside: one that %s", async (_name, command) => {
      await using project = await projectFor(barrier);
      expect((await project.run(`{ ${command}; } && exit 0; exit 9`)).code).not.toBe(0);
      expect(await readFile(join(project.home, "secret"), "utf8")).toBe("untouched");
      expect((await readdir(project.home)).toSorted()).toEqual([".ssh", "project", "secret"]);
    });

    it.each(planted)("leave no %s", async (file, command) => {
      await using project = await projectFor(barrier);
      const { code, changes } = await project.run(command);
      expect([code === 0, changes]).not.toEqual([true, []]);
      expect(existsSync(join(project.workspace, file))).toBe(false);
      expect((await plain("git", ["log", "--oneline"], project.workspace)).stdout).toContain("first");
    });

    it("see an empty folder as empty, and leave nothing in it", async () => {
      await using project = await projectFor(barrier);
      const workspace = join(project.home, "empty");
      await mkdir(workspace);
      const ran = await Promise.all(
        ["ls -A; sleep 0.2", "ls -A", "ls -A"].map((command) => project.run(command, { workspace })),
      );
      expect(ran.map(({ stdout }) => stdout)).toEqual(["", "", ""]);
      expect(await readdir(workspace)).toEqual([]);
      expect((await project.run("ls -A .git")).stdout).not.toContain("commondir");
    });

    it("can make a repository in a folder without one, and in a folder of another one", async () => {
      await using project = await projectFor(barrier);
      const [folder, empty] = [join(project.workspace, "folder"), join(project.home, "empty")];
      for (const workspace of [folder, empty]) {
        await mkdir(workspace);
        const command = "git init -q . && echo a > a && git add a && git commit -qm a";
        const user =
          "export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a;";
        expect(await project.run(user + command, { workspace })).toMatchObject({ code: 0, changes: [] });
        expect((await plain("git", ["log", "--format=%s"], workspace)).stdout).toBe("a\n");
      }
    });

    it("work in the home folder, where they create no keys and nothing that shells run", async () => {
      await using project = await projectFor(barrier);
      const { home: workspace } = project;
      const command = `echo a > b; for f in .bashrc .npmrc .netrc .aws .config/systemd; do [ -d $f ] && f=$f/x; echo a > $f; done; git -C project log`;
      expect((await project.run(command, { workspace })).code).toBe(0);
      expect((await readdir(workspace)).toSorted()).toEqual([".ssh", "b", "project", "secret"]);
    });

    it("see no keys, and no sockets of the system", async () => {
      await using project = await projectFor(barrier);
      const { stdout } = await project.run("cat ~/.ssh/* /etc/shadow; ls -A ~/.ssh; find /run -type s");
      expect(stdout).toBe("");
    });

    it("may read in a hidden folder what is named", async () => {
      await using project = await projectFor(barrier);
      const readable = [join(project.home, ".ssh", "id_ed25519")];
      expect((await project.run("cat ~/.ssh/id_ed25519", { readable })).stdout).toBe("KEY");
    });

    it("may write where the policy says so, and nowhere when it is for reading only", async () => {
      await using project = await projectFor(barrier);
      const extra = join(project.home, "extra");
      await mkdir(extra);
      expect((await project.run("echo a > ../extra/a", { writable: [extra] })).code).toBe(0);
      expect((await project.run("echo a > a", { readOnly: true })).code).not.toBe(0);
    });

    it("share a temporary folder of their own", async () => {
      await using project = await projectFor(barrier);
      await project.run("echo kept > /tmp/one");
      expect((await project.run('cat "$TMPDIR/one"')).stdout).toBe("kept\n");
      expect(existsSync("/tmp/one")).toBe(false);
    });

    it.each<[SandboxPolicy["hosts"], string]>([
      [[], "refused"],
      ["all", "hello"],
      [["localhost:PORT"], barrier.network === "hosts" ? "hello" : "need the tier full"],
    ])("with hosts %j: a connection is %s", async (hosts, expected) => {
      await using project = await projectFor(barrier);
      const server = createServer((_request, response) => response.end("hello"));
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const command = `exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && tail -n 1 <&3 || echo refused`;
      const named = hosts === "all" ? hosts : hosts.map((host) => host.replace("PORT", `${port}`));
      const said = await project.run(command, { hosts: named }).then(({ stdout }) => stdout, String);
      expect(said).toContain(expected);
      server.close();
    });

    it.each(["/dev/udp/192.0.2.1/53", "/dev/tcp/169.254.169.254/80"])("reach no %s", async (to) => {
      await using project = await projectFor(barrier);
      expect((await project.run(`echo x > ${to}`)).code).not.toBe(0);
    });

    it("leave no process behind", async () => {
      await using project = await projectFor(barrier);
      const id = uniqueSeconds();
      await project.run(`sleep ${id} >/dev/null 2>&1 & setsid sleep ${id} >/dev/null 2>&1 & exit 0`);
      expect(await processesWith(id)).toEqual([]);
    });

    it("can build, test, install from an archive and commit", async () => {
      await using project = await projectFor(barrier);
      await mkdir(join(project.workspace, "package"));
      await writeFile(join(project.workspace, "package", "package.json"), '{"name":"one","version":"1.0.0"}');
      await writeFile(join(project.workspace, "main.c"), "int main(void) { return 3; }\n");
      await writeFile(join(project.workspace, "Makefile"), "main: main.c\n\tcc -o main main.c\n");
      await writeFile(
        join(project.workspace, "one.test.mjs"),
        "import test from 'node:test';\ntest('one', () => {});\n",
      );
      const steps = [
        "tar czf one.tgz package",
        "npm install --no-audit --no-fund ./one.tgz",
        "test -d node_modules/one",
        "node --test one.test.mjs",
        "if command -v make cc; then make && ! ./main; fi",
        "git add main.c && git commit -qm second && git log --oneline | grep second",
        "git checkout -q -b branch",
      ];
      expect(await project.run(`set -e; ${steps.join("; ")}`)).toMatchObject({ code: 0 });
    });

    it("can commit in a linked worktree, and in a folder of a repository", async () => {
      await using project = await projectFor(barrier);
      await plain("git", ["worktree", "add", "-q", "../linked"], project.workspace);
      const linked = join(project.home, "linked");
      const folder = join(project.workspace, "folder");
      await mkdir(folder);
      for (const workspace of [linked, folder]) {
        const commit = "echo a > a && git add a && git commit -qm more";
        expect(await project.run(commit, { workspace })).toMatchObject({ code: 0 });
        const hooks = join(project.workspace, ".git", "hooks", "x");
        expect((await project.run(`touch ${hooks}`, { workspace })).code).not.toBe(0);
      }
    });

    it("get nothing from a .git file that somebody made up", async () => {
      await using project = await projectFor(barrier);
      const workspace = join(project.home, "made-up");
      await mkdir(workspace);
      await writeFile(join(workspace, ".git"), `gitdir: ${join(project.home, ".ssh")}\n`);
      expect((await project.run("touch ~/.ssh/x", { workspace })).code).not.toBe(0);
    });
  });
}

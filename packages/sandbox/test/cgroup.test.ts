import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { findCgroupParent } from "../src/limits/cgroup-parent.ts";
import { cgroupAt, makeCgroup, removeLeftCgroups } from "../src/limits/command-cgroup.ts";
import { withoutLeftCgroups } from "../src/limits/limit-by-kernel.ts";
import { plain } from "./project.ts";

const limits = { processes: 100, memoryBytes: 2 ** 30 };

interface Tree {
  readonly cgroup?: string;
  /** The root of the mount in the hierarchy. Default: its root. */
  readonly root?: string;
  /** Name of the folder that it is mounted at. Default: `tree`. */
  readonly name?: string;
  /** What the cgroups pass on, by their paths. */
  readonly passOn?: Readonly<Record<string, string>>;
  /** Whether nothing can be moved in it. Default: false. */
  readonly isLocked?: boolean;
}

const session = "/user.slice/user-1000.slice/session-1.scope";
const terminal = "/user.slice/user@1000.service/app.slice/terminal.scope";
const all = "cpu memory pids";

const trees: readonly (readonly [string, Tree, RegExp])[] = [
  [
    "a terminal of a desktop",
    {
      cgroup: `0::${terminal}\n`,
      passOn: { [terminal]: "", "/user.slice/user@1000.service/app.slice": all },
    },
    /^\/user\.slice\/user@1000\.service\/app\.slice$/,
  ],
  [
    "the nearest of several",
    {
      cgroup: `0::${session}\n`,
      passOn: { "/user.slice": all, "/user.slice/user-1000.slice": all, [session]: "" },
    },
    /^\/user\.slice\/user-1000\.slice$/,
  ],
  ["both hierarchies", { cgroup: `9:pids:/\n4:memory:/a\n0::/a\n`, passOn: { "/": all, "/a": "" } }, /^\/$/],
  [
    "a folder with a space in its name",
    { cgroup: "0::/a\n", name: String.raw`my\040groups`, passOn: { "/": all, "/a": "" } },
    /^\/$/,
  ],
  [
    "a part of the hierarchy",
    { cgroup: "0::/machine/one/command\n", root: "/machine/one", passOn: { "/": all, "/command": "" } },
    /^\/$/,
  ],
  [
    "memory alone",
    { cgroup: "0::/a\n", passOn: { "/": "memory", "/a": "" } },
    /^No cgroup from .* passes on limits/,
  ],
  [
    "names that only begin alike",
    { cgroup: "0::/a\n", passOn: { "/": "memory.x pids-2", "/a": "" } },
    /^No cgroup from/,
  ],
  [
    "a cgroup that cannot be changed",
    { cgroup: "0::/a\n", passOn: { "/": all, "/a": "" }, isLocked: true },
    /^The cgroup .* cannot be changed by this user\.$/,
  ],
  ["no cgroup v2", { cgroup: "9:pids:/\n" }, /^This system has no cgroup v2\.$/],
  ["no file", {}, /^This system has no cgroup v2\.$/],
  [
    "a cgroup outside of its own namespace",
    { cgroup: "0::/../other\n", passOn: { "/": all } },
    /^This system has no cgroup v2\.$/,
  ],
  [
    "a part of the hierarchy without this process",
    { cgroup: "0::/b\n", root: "/a", passOn: { "/": all } },
    /^No cgroup v2 of this process is mounted\.$/,
  ],
];

describe("where cgroups of commands are made", () => {
  it.each(trees)("with %s", async (_, tree, expected) => {
    const { cgroup, root = "/", name = "tree", passOn = {}, isLocked = false } = tree;
    await using folder = await temporaryFolder();
    const top = join(folder.path, name.replace(String.raw`\040`, " "));
    for (const [path, names] of Object.entries(passOn)) {
      mkdirSync(join(top, path), { recursive: true });
      writeFileSync(join(top, path, "cgroup.subtree_control"), `${names}\n`);
      if (!isLocked) writeFileSync(join(top, path, "cgroup.procs"), "");
    }
    if (cgroup !== undefined) writeFileSync(join(folder.path, "cgroup"), cgroup);
    const mounts = [
      "24 1 0:22 / /proc rw,nosuid - proc proc rw",
      "30 24 0:26 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids",
      `31 24 0:27 ${root} ${join(folder.path, name)} rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate`,
    ];
    writeFileSync(join(folder.path, "mountinfo"), mounts.join("\n"));
    const found = findCgroupParent(folder.path);
    const text = "folder" in found ? join("/", found.folder.slice(top.length)) : found.reason;
    expect(text).toMatch(expected);
  });
});

describe("the cgroup of a command", () => {
  it("has limits, and says which of them the kernel has applied", async () => {
    await using parent = await temporaryFolder();
    const made = makeCgroup(parent.path, limits);
    const [folder = ""] =
      made
        ?.enter([])
        .slice(3)
        .map((path) => join(path, "..")) ?? [];
    const read = (file: string) => readFileSync(join(folder, file), "utf8");
    expect(["memory.max", "pids.max", "memory.oom.group", "memory.swap.max"].map(read)).toEqual([
      "1207959552",
      "400",
      "1",
      "0",
    ]);
    expect(made?.limitReached()).toBeUndefined();
    writeFileSync(join(folder, "pids.events"), "max 12\n");
    expect(made?.limitReached()).toMatch(/no more than 400 threads.*sandboxAccess\.processes/);
    writeFileSync(join(folder, "memory.events"), "low 0\nmax 7\noom 1\noom_kill 3\noom_group_kill 1\n");
    expect(made?.limitReached()).toMatch(/more than 1024 MB of memory.*sandboxAccess\.memory/);
  });

  it("is not needed: where it cannot be made or entered, a command starts all the same", async () => {
    expect(makeCgroup("/nonexistent/cgroup", limits)).toBeUndefined();
    const { enter, limitReached, remove } = cgroupAt("/nonexistent/cgroup", limits);
    const [program = "", ...args] = enter(["/bin/echo", "a b", "$c"]);
    expect(await plain(program, args, "/")).toEqual({ code: 0, stdout: "a b $c\n", stderr: "" });
    await remove();
    expect(limitReached()).toBeUndefined();
  });
});

const hierarchy = ["/sys/fs/cgroup/unified", "/sys/fs/cgroup"].find((folder) => canMakeCgroup(folder));

describe.skipIf(hierarchy === undefined)("a cgroup of the kernel", () => {
  it("is entered by a command, and removed with what is left in it", async () => {
    const folder = join(hierarchy!, `skein-test-${crypto.randomUUID()}`);
    mkdirSync(folder);
    const { enter, remove } = cgroupAt(folder, limits);
    const [program = "", ...args] = enter([
      "/bin/sh",
      "-c",
      "cat /proc/self/cgroup; echo ready; sleep 60 & wait",
    ]);
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    for await (const piece of child.stdout) {
      output += String(piece);
      if (output.includes("ready")) break;
    }
    expect(output).toContain(folder.slice(folder.lastIndexOf("/")));
    const gone = once(child, "exit");
    await remove();
    expect(existsSync(folder)).toBe(false);
    expect(await gone).toEqual([null, "SIGKILL"]);
  });

  it("of a process that has ended is removed, unless a command runs in it", async () => {
    const parent = join(hierarchy!, `skein-test-${crypto.randomUUID()}`);
    const names = ["skein-4000000-1-1", "skein-4000000-1-2", `skein-${process.pid}-1-3`, "other"];
    for (const name of names) mkdirSync(join(parent, name), { recursive: true });
    const own = makeOwn(parent);
    const child = spawn("/bin/sleep", ["60"], { stdio: "ignore" });
    try {
      writeFileSync(join(parent, names[1]!, "cgroup.procs"), String(child.pid));
      removeLeftCgroups(parent);
      const left = [...names, own].filter((name) => existsSync(join(parent, name)));
      expect(left).toEqual([names[1], "other", own]);
    } finally {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
      for (const name of [names[1]!, "other", own]) rmdirSync(join(parent, name));
      rmdirSync(parent);
    }
  });
});

/** As a running command of this process has one. */
function makeOwn(parent: string): string {
  const fields = readFileSync("/proc/self/stat", "latin1")
    .replace(/^.*\) /s, "")
    .split(" ");
  const name = `skein-${process.pid}-${fields[19]}-1`;
  mkdirSync(join(parent, name));
  return name;
}

function canMakeCgroup(folder: string): boolean {
  const name = join(folder, `skein-test-${crypto.randomUUID()}`);
  if (!existsSync(join(folder, "cgroup.subtree_control"))) return false;
  try {
    mkdirSync(name);
    writeFileSync(join(folder, "cgroup.procs"), "", { flag: "a" });
    rmdirSync(name);
    return true;
  } catch {
    return false;
  }
}

describe("where cgroups of commands are made", () => {
  it("has no cgroups of processes that have ended, when it was found", async () => {
    await using folder = await temporaryFolder();
    mkdirSync(join(folder.path, "skein-4000000-1-1"));
    expect(withoutLeftCgroups({ folder: folder.path })).toEqual({ folder: folder.path });
    expect(existsSync(join(folder.path, "skein-4000000-1-1"))).toBe(false);
  });

  it("may be nowhere", () => {
    expect(withoutLeftCgroups({ reason: "This system has no cgroup v2." })).toEqual({
      reason: "This system has no cgroup v2.",
    });
  });
});

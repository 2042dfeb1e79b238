import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { wrapByBwrap } from "../src/barrier/bwrap-arguments.ts";
import { SandboxError, type SandboxPolicy } from "../src/index.ts";
import { planProtection } from "../src/protected/plan-protection.ts";

function folder(): string {
  const root = realpathSync(mkdtempSync(join(homedir(), ".skein-arguments-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const name of ["work", "temporary", "state"]) mkdirSync(join(root, name));
  return root;
}

const policyOf = (root: string, more: Partial<SandboxPolicy> = {}): SandboxPolicy => ({
  workspace: join(root, "work"),
  temporary: join(root, "temporary"),
  state: join(root, "state"),
  hosts: [],
  ...more,
});

/** Where something stands among the arguments; -1 where it does not. */
function positionOf(argv: readonly string[], ...part: readonly string[]): number {
  return argv.findIndex((_, at) => part.every((text, index) => argv[at + index] === text));
}

describe("the arguments of bubblewrap", () => {
  it("keep folders of protected paths in place, and mount the paths read-only after the workspace", async () => {
    const root = folder();
    const work = join(root, "work");
    mkdirSync(join(work, ".git", "hooks"), { recursive: true });
    for (const [name, text] of [
      [".git/HEAD", "ref: refs/heads/main\n"],
      [".git/config", ""],
    ] as const)
      writeFileSync(join(work, name), text);
    const protection = await planProtection(work, [], {
      writable: [work],
      hidden: [],
      records: { state: root, session: "s" },
    });
    const { argv } = wrapByBwrap("bwrap", { argv: ["/bin/true"], cwd: work }, policyOf(root), { protection });
    const at = [
      positionOf(argv, "--bind", work, work),
      positionOf(argv, "--bind", join(work, ".git"), join(work, ".git")),
      positionOf(argv, "--ro-bind", join(work, ".git/config"), join(work, ".git/config")),
      positionOf(argv, "--chdir", work, "--"),
    ];
    expect(at).not.toContain(-1);
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(positionOf(argv, "--ro-bind", join(work, ".git/hooks"), join(work, ".git/hooks"))).toBeGreaterThan(
      0,
    );
    expect(argv.filter((text) => text.includes("commondir"))).toEqual([]);
  });

  it("mount a protected folder read-only that is writable itself, and no workspace that a link leads to", async () => {
    const root = folder();
    const [work, bin] = [join(root, "work"), join(root, "bin")];
    mkdirSync(bin);
    symlinkSync(".", join(work, ".claude"));
    const protect = [
      { path: bin, reason: "which programs shells find", by: "mount" },
      { path: join(work, ".claude"), reason: "which hooks run", by: "content" },
    ] as const;
    const { mounted, watched } = await planProtection(work, protect, {
      writable: [work, bin],
      hidden: [],
      records: { state: root, session: "s" },
    });
    expect(mounted).toEqual([bin]);
    expect(watched.map(({ path }) => path)).toContain(join(work, ".claude"));
  });

  it("mount a workspace read-only where the policy says so", () => {
    const root = folder();
    const work = join(root, "work");
    const { argv } = wrapByBwrap(
      "bwrap",
      { argv: ["/bin/true"], cwd: work },
      policyOf(root, { readOnly: true }),
    );
    expect(positionOf(argv, "--ro-bind", work, work)).toBeGreaterThan(0);
    expect(positionOf(argv, "--bind", work, work)).toBe(-1);
  });

  it("hide folders and files, and show in them what is named", () => {
    const root = folder();
    mkdirSync(join(root, "keys"));
    writeFileSync(join(root, "keys", "public"), "");
    writeFileSync(join(root, "token"), "");
    const policy = policyOf(root, {
      hidden: [join(root, "keys"), join(root, "token"), join(root, "missing")],
      readable: [join(root, "keys", "public")],
    });
    const { argv } = wrapByBwrap("bwrap", { argv: ["/bin/true"], cwd: policy.workspace }, policy);
    const at = [
      positionOf(argv, "--perms", "0500", "--tmpfs", join(root, "keys")),
      positionOf(argv, "--ro-bind", join(root, "keys", "public")),
      positionOf(argv, "--remount-ro", join(root, "keys")),
    ];
    expect(at).not.toContain(-1);
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(positionOf(argv, "--ro-bind", "/dev/null", join(root, "token"))).toBeGreaterThan(0);
    expect(argv).not.toContain(join(root, "missing"));
  });

  it.each([
    [[], "none"],
    ["all", "all"],
  ] as const)("share the network only where all hosts are allowed: %j", (hosts, network) => {
    const root = folder();
    const { argv, env } = wrapByBwrap("bwrap", { argv: ["/bin/true"], cwd: root }, policyOf(root, { hosts }));
    expect(argv.includes("--share-net")).toBe(network === "all");
    expect(env["npm_config_fetch_retries"]).toBe(network === "all" ? undefined : "0");
    expect(env["TMPDIR"]).toBe(join(root, "temporary"));
  });

  it("are not made for a workspace that is everything", () => {
    const root = folder();
    symlinkSync("/", join(root, "link"));
    for (const workspace of ["/", join(root, "link")])
      expect(() => wrapByBwrap("bwrap", { argv: [], cwd: "/" }, policyOf(root, { workspace }))).toThrow(
        SandboxError,
      );
  });
});

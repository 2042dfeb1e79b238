import { execFile } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { probeTiers } from "../src/index.ts";

/** A folder of programs in place of those of the system. */
async function probeWith(programs: Readonly<Record<string, string>>) {
  await using folder = await temporaryFolder();
  for (const [name, script] of Object.entries(programs))
    await writeFile(join(folder.path, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const { found, missing } = await probeTiers([folder.path]);
  return {
    found: found.map(({ tier, network }) => [tier, network]),
    missing: missing.map(({ tier, reason, hint }) => [tier, reason.replaceAll(folder.path, "/bin"), hint]),
  };
}

const any: unknown = expect.any(String);
const text = (part: string): unknown => expect.stringContaining(part);
const full = ["full", "hosts"];
const bwrap = ["bwrap", "all-or-none"];
const failsNested = 'case "$*" in "--unshare-user --unshare-net "*) echo no network >&2; exit 1;; esac';

/** Whether the system permits what our arguments need, without any of ours. */
const bubblewrapWorks = await promisify(execFile)(
  "bwrap",
  "--unshare-all --ro-bind / / --proc /proc --dev /dev /bin/true".split(" "),
).then(
  () => true,
  () => false,
);

describe.skipIf(process.platform !== "linux")("the tiers of the sandbox", () => {
  // Tests of the sandbox are left out where no tier is found: a defect of ours must not be a reason.
  it.skipIf(!bubblewrapWorks)("have bwrap among them where bubblewrap works by itself", async () => {
    expect((await probeTiers()).found.map(({ tier }) => tier)).toContain("bwrap");
  });

  it.each<[string, Readonly<Record<string, string>>, readonly unknown[], readonly unknown[]]>([
    ["all where bubblewrap and nsenter work", { bwrap: "exit 0", nsenter: "" }, [full, bwrap], []],
    [
      "without single hosts where nsenter is missing",
      { bwrap: "exit 0" },
      [bwrap],
      [["full", "nsenter was not found.", text("util-linux")]],
    ],
    [
      "without single hosts where a network of its own is refused",
      { bwrap: failsNested, nsenter: "" },
      [bwrap],
      [["full", text("network of its own is refused: no network."), text("user namespaces")]],
    ],
    [
      "none without bubblewrap",
      { nsenter: "" },
      [],
      ["full", "bwrap"].map((tier) => [tier, "bwrap was not found in /bin.", text("Install bubblewrap")]),
    ],
    [
      "none with a bubblewrap that is too old",
      { bwrap: "echo bwrap: Unknown option --x >&2; exit 1" },
      [],
      ["full", "bwrap"].map((tier) => [
        tier,
        "/bin/bwrap is too old: bwrap: Unknown option --x.",
        text("Install bubblewrap"),
      ]),
    ],
    [
      "none where namespaces are not allowed",
      { bwrap: "echo first >&2; echo not permitted >&2; exit 1", nsenter: "" },
      [],
      ["full", "bwrap"].map((tier) => [
        tier,
        text("hold a command here: not permitted."),
        text("Allow user"),
      ]),
    ],
    [
      "none where the command could write",
      { bwrap: "exit 1" },
      [],
      ["full", "bwrap"].map((tier) => [tier, text("it ran, and held nothing back"), any]),
    ],
  ])("are %s", async (_, programs, found, missing) => {
    const landlock = ["landlock", text("Landlock"), "Use bubblewrap."];
    expect(await probeWith(programs)).toEqual({ found, missing: [...missing, landlock] });
  });
});

it.skipIf(process.platform !== "linux")(
  "the trial works in a folder of its own, and leaves nothing",
  async () => {
    await using temporary = await temporaryFolder();
    const before = process.env["TMPDIR"];
    process.env["TMPDIR"] = temporary.path;
    try {
      const { missing } = await probeWith({ bwrap: `echo "$@" >&2; exit 1` });
      expect(missing[0]?.[1]).toMatch(/\/skein-probe-\w+/);
      expect(await readdir(temporary.path)).toEqual([]);
    } finally {
      if (before === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = before;
    }
  },
);

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { entry, entryEnv } from "./entry.ts";
import { say, shell } from "./replies.ts";
import { skeinHome, type SkeinHome } from "./skein.ts";

const run = promisify(execFile);

/** Starts a program in a mount namespace in which an empty folder covers `/proc`. */
const withoutProc = ["--mount", "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh"];
const canCover =
  process.platform === "linux" &&
  (await run("unshare", [...withoutProc, "true"]).then(
    () => true,
    () => false,
  ));

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const start = (skein: SkeinHome, args: readonly string[]): Promise<Ran> =>
  run("unshare", [...withoutProc, process.execPath, entry, ...args], {
    cwd: skein.home,
    env: {
      ...entryEnv,
      PATH: process.env["PATH"],
      HOME: skein.home,
      SKEIN_NO_KEYRING: "1",
      SKEIN_SANDBOX: "off",
      ANTHROPIC_API_KEY: "sk-ant-test-key-0123456789",
      ANTHROPIC_BASE_URL: skein.baseUrl,
    },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ran) => ({ code, stdout, stderr }),
  );

describe.skipIf(!canCover)("without /proc (needs the right to mount)", () => {
  it("a run with a command works", async () => {
    await using server = await anthropicServer([
      { parts: [shell("c1", "sleep 1.1; echo out")] },
      say("Done."),
    ]);
    await using skein = await skeinHome(server.url);
    const { code, stdout, stderr } = await start(skein, ["run", "-t", "go", "--mode", "auto"]);
    expect(stderr).not.toContain("defect in Skein");
    expect(stdout).toContain("Done.");
    expect(code).toBe(0);
  });

  it("skein doctor says so", async () => {
    await using skein = await skeinHome();
    const { stdout, stderr } = await start(skein, ["doctor", "--offline"]);
    expect(stderr).toBe("");
    expect(stdout).toContain("/proc is not mounted");
  });
});

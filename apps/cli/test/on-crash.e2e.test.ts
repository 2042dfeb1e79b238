import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { crashTier } from "@skein/runtime";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { processesWith, temporaryFolder, uniqueSeconds } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { entry } from "./entry.ts";
import { say, shell } from "./replies.ts";
import { skeinHome } from "./skein.ts";

const canStop = (await crashTier()).tier !== "none";

describe.skipIf(!canStop)("--on-crash stop", () => {
  it("runs commands as ever", async () => {
    await using server = await anthropicServer([{ parts: [shell("t1", "echo out; exit 3")] }, say("Done.")]);
    await using skein = await skeinHome(server.url);
    const { exitCode, stdout } = await skein.run(["run", "-t", "go", "--mode", "auto", "--on-crash", "stop"]);
    expect([exitCode, stdout.trim()]).toEqual([0, "Done."]);
    expect(server.requests[1]?.bytes.toString()).toContain("out\\n[exit code 3]");
  });

  it("leaves nothing of a command when it is killed", async () => {
    const id = uniqueSeconds();
    const command = `sleep ${id} & setsid sleep ${id} & (sleep ${id} &) ; echo up; sleep ${id}`;
    await using server = await anthropicServer([{ parts: [shell("t1", command)] }]);
    await using skein = await skeinHome(server.url);
    const flags = ["--mode", "auto", "--on-crash", "stop", "--output-format", "stream-json"];
    const running = skein.start(["run", "-t", "go", ...flags]);
    await running.shows('"up');
    running.child.kill("SIGKILL");
    await running.ended;
    const end = performance.now() + 3000;
    while (performance.now() < end && (await processesWith(id)).length > 0);
    expect(await processesWith(id)).toEqual([]);
  });
});

/** Without rights, and with no namespaces left to make. */
const bar =
  'echo 0 >/proc/sys/user/max_user_namespaces && exec setpriv --bounding-set -all --inh-caps -all -- "$@"';
const barred = async (...argv: readonly string[]) => {
  await using home = await temporaryFolder();
  return await promisify(execFile)("unshare", ["--user", "--map-root-user", "sh", "-c", bar, "sh", ...argv], {
    env: {
      PATH: process.env["PATH"],
      HOME: home.path,
      SKEIN_NO_KEYRING: "1",
      ANTHROPIC_API_KEY: "sk-test",
    },
  }).catch((error: { code: number; stderr: string; stdout: string }) => error);
};

describe.skipIf("code" in (await barred("true")))("--on-crash stop where nothing can stop commands", () => {
  it("starts nothing and says what to do", async () => {
    const refused = await barred(
      process.execPath,
      entry,
      "run",
      "-t",
      "go",
      "--on-crash",
      "stop",
      "--no-session",
    );
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain("Commands cannot be stopped when Skein is killed.");
    expect(refused.stderr).toContain("Install");
  });

  it("is refused by --sandbox require before anything starts", async () => {
    const args = ["run", "-t", "go", "--sandbox", "require", "--no-session"];
    const refused = await barred(process.execPath, entry, ...args);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain("A sandbox is required, and none works here.");
  });

  it("is told by info", async () => {
    const { stdout } = await barred(process.execPath, entry, "info", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ sandbox: "none", crash: { tier: "none" } });
  });
});

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { uniqueSeconds, waitForProcesses } from "../../../../packages/test-kit/src/index.ts";

const program = fileURLToPath(new URL("programs/two-campaigns.ts", import.meta.url));

function ranWith(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: "utf8" });
  return { status, stdout: stdout.replaceAll(/\d+\.\d s/g, "0.0 s"), stderr };
}

describe("a program with campaigns", () => {
  it("lists them", () => {
    expect(ranWith()).toEqual({
      status: 0,
      stdout:
        "npm run x -- proof NAME [options]\n\n  fails  Fails.\n  waits  Waits.\n\nnpm run x -- proof NAME --help shows the options of one.\n",
      stderr: "",
    });
  });

  it("names them when it does not know one", () => {
    expect(ranWith("toString")).toEqual({
      status: 2,
      stdout: "",
      stderr: 'Unknown campaign "toString". Use one of: fails, waits.\n',
    });
  });

  it("ends with 1 when one fails, whatever is left running in it", () => {
    expect(ranWith("fails")).toEqual({
      status: 1,
      stdout: "FAILED  one failure\nfails: 1 failure, 0.0 s\n",
      stderr: "FAILED  one failure\n",
    });
  });
});

it.skipIf(process.platform !== "linux")(
  "ends what a campaign has started when it is interrupted, also when npm passes that on",
  async () => {
    const mark = `waits-${uniqueSeconds()}`;
    const child = spawn(process.execPath, [program, "waits", "--mark", mark], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let err = "";
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    await once(child.stdout, "data");
    await waitForProcesses(mark, 3);
    child.kill("SIGINT");
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([130, null]);
    expect(err).toBe("\nwaits: stopped\n");
    await waitForProcesses(mark, 0);
  },
  60_000,
);

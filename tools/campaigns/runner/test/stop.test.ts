import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { uniqueSeconds, waitForProcesses } from "../../../../packages/test-kit/src/index.ts";

const program = fileURLToPath(new URL("programs/waits.ts", import.meta.url));

it.skipIf(process.platform !== "linux")(
  "ends what a campaign has started when it is interrupted",
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
    expect(await once(child, "exit")).toEqual([130, null]);
    expect(err).toBe("\nwaits: stopped\n");
    await waitForProcesses(mark, 0);
  },
  60_000,
);

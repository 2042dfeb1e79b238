import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { processesWith } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { uniqueMark } from "./workshop.ts";

const host = fileURLToPath(new URL("../servers/host.ts", import.meta.url));
const atStart = fileURLToPath(new URL("../servers/killed-at-start.ts", import.meta.url));

describe("a program that is killed or ends without closing its servers", () => {
  it.each(["SIGKILL", "SIGTERM"] as const)("leaves nothing of them (%s)", async (signal) => {
    const mark = uniqueMark();
    const program = spawn(process.execPath, [host, mark], { stdio: ["ignore", "pipe", "inherit"] });
    await once(program.stdout, "data");
    expect(await processesWith(mark)).toHaveLength(3);
    program.kill(signal);
    await once(program, "exit");
    await expect.poll(() => processesWith(mark)).toEqual([]);
  });

  it("leaves nothing of a server that it has only just started, however rude that is", async () => {
    const mark = uniqueMark();
    const program = spawn(process.execPath, [atStart, mark], { stdio: ["ignore", "pipe", "inherit"] });
    const [, signal] = (await once(program, "exit")) as [number | null, string | null];
    expect(signal).toBe("SIGKILL");
    // Long enough to find the server, if it had not been ended.
    await new Promise((next) => setTimeout(next, 1_500));
    await expect.poll(() => processesWith(mark)).toEqual([]);
  });
});

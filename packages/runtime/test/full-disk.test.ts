import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collect, temporaryFolder } from "@skein/test-kit";
import { afterAll, describe, expect, it } from "vitest";
import { call, family, said, unknown } from "./subagents/set-up.ts";

const disk = mkdtempSync(join(tmpdir(), "skein-small-disk-"));
const isMounted = spawnSync("sh", ["-c", 'mount -t tmpfs -o size=4m tmpfs "$0"', disk]).status === 0;
afterAll(() => {
  if (isMounted) spawnSync("sh", ["-c", 'umount "$0"', disk]);
  rmdirSync(disk);
});

const filler = join(disk, "filler");

/** Until nothing more fits. */
function fillDisk(): void {
  const file = openSync(filler, "w");
  try {
    for (;;) writeSync(file, Buffer.alloc(4_096));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(file);
  }
}

// Only root may mount a disk as small as this.
describe.runIf(isMounted)("a disk that fills up while a summary is written", () => {
  it("leaves the conversation as it was, says so, and is made good when there is space again", async () => {
    await using roomy = await temporaryFolder();
    const data = join(disk, "data");
    let mayFill = true;
    const { runtime, settings } = family(
      data,
      ({ request, heard }) => {
        if (request.tools.length > 0) {
          const count = heard.length;
          return count < 6 ? [call(`t${count}`, "shell", { command: "seq 1 500" })] : said("done");
        }
        if (mayFill) fillDisk();
        return said(
          "### Goal\nLook around.\n### Done\nNumbers were told six times, and nothing else was done.",
        );
      },
      roomy.path,
      unknown,
    );
    await using _ = runtime;
    const opened = { ...settings, contextTokens: 50_000, session: "s", checkpoints: false };
    const { agent } = await runtime.open(opened);
    expect(await agent.run("Look around.").result).toMatchObject({ outcome: "done" });
    const before = await collect(runtime.sessions.entries("s"));
    await expect(agent.compact()).rejects.toMatchObject({ name: "SessionError", code: "full" });
    const after = await collect(runtime.sessions.entries("s"));
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.some(({ kind }) => kind === "compaction" || kind === "elision")).toBe(false);

    rmSync(filler);
    mayFill = false;
    expect(await agent.compact()).toMatchObject({ changed: true });
    expect(await agent.run("And now?").result).toMatchObject({ outcome: "done" });
    fillDisk();
    // Too long for the room that is left in the pages it has.
    const name = "full ".repeat(20_000);
    await expect(agent.record({ kind: "name", name, by: "user" })).rejects.toMatchObject({
      code: "full",
    });
    await agent.close(); // the lease cannot be given back now, and does not stand in the way later
    rmSync(filler);
    const again = await runtime.open(opened);
    expect(await again.agent.run("And again?").result).toMatchObject({ outcome: "done" });
  });
});

import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { processesWith } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { workbench, wordsOf } from "./workbench.ts";

const context = (cwd: string, callFolder: string) => ({
  session: "s",
  callId: "c",
  cwd,
  signal: new AbortController().signal,
  progress: () => {},
  callFolder,
});

describe("a shell whose commands are held by something", () => {
  it("starts that in place of the wrapper, and reads the result as ever", async () => {
    const held: (readonly string[])[] = [];
    await using bench = await workbench({
      wrap(argv) {
        held.push(argv);
        return ["/usr/bin/env", "HELD=yes", ...argv];
      },
    });
    expect(await bench.says("shell", { command: "echo $HELD; exit 4" })).toBe("yes\n[exit code 4]");
    expect(held).toHaveLength(1);
    expect(held[0]?.[0]).toBe("/bin/sh");
  });

  it("says that a command was not run when that could not be started", async () => {
    await using bench = await workbench({ wrap: () => ["/bin/sh", "-c", "exit 1"] });
    expect(await bench.says("shell", { command: "touch ran" })).toContain("The command was not run");
    expect(await bench.says("tree", {})).not.toContain("ran");
    await using missing = await workbench({ wrap: () => ["/nowhere/at/all"] });
    expect(await missing.says("shell", { command: "true" })).toContain("could not be started");
  });

  it("waits after a crash for a command that was only just starting", async () => {
    await using bench = await workbench({
      wrap: (argv) => ["/bin/sh", "-c", 'sleep 0.4; exec "$@"', "sh", ...argv],
    });
    await using later = await workbench();
    const input = { command: "echo once >>effects; echo REAL" };
    const call = bench.extension.callTool("shell", input, context(bench.cwd, bench.callFolder("c")));
    // Not yet the wrapper: what holds it sleeps first, and has its arguments.
    await expect.poll(() => processesWith(bench.callFolder("c"))).not.toEqual([]);
    const outcome = await later.extension.recoverTool?.(
      "shell",
      input,
      context(bench.cwd, bench.callFolder("c")),
    );
    expect(outcome && wordsOf("shell", outcome)).toBe("REAL");
    await call;
    expect(readFileSync(join(bench.cwd, "effects"), "utf8")).toBe("once\n");
  });

  it("knows after a crash that a command which was process 1 was stopped too", async () => {
    await using bench = await workbench();
    const folder = bench.callFolder("c");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "state"), "process 1 some.mark\n");
    await writeFile(join(folder, "output.txt"), "half of it\n");
    const recover = () =>
      bench.extension.recoverTool?.("shell", { command: "make" }, context(bench.cwd, folder));
    const outcome = await recover();
    expect(outcome).toMatchObject({ kind: "unknown-outcome" });
    expect(outcome && wordsOf("shell", outcome)).toContain(
      "half of it\n[The command was stopped with Skein.]",
    );
    await writeFile(join(folder, "state"), "process 1 some.mark\nexit 0\n");
    const ended = await recover();
    expect(ended && wordsOf("shell", ended)).toBe(
      "half of it\n[The end of the output may be missing: Skein was killed while it was written.]",
    );
    await writeFile(join(folder, "state"), "process 1 some.mark\nexit 0\nwhole\n");
    const complete = await recover();
    expect(complete && wordsOf("shell", complete)).toBe("half of it");
  });
});

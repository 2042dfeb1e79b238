import { existsSync, readFileSync, statSync } from "node:fs";
import { chmod, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { processesWith, temporaryFolder, uniqueSeconds, waitForProcesses } from "@skein/test-kit";
import { describe, expect, it, vi } from "vitest";
import type { JsonObject } from "@skein/protocol";
import { failureOf, type OpenWorkbench } from "../workbench.ts";

/** What a command in the shell does, whatever starts it. */
export function shellCommands(workbench: OpenWorkbench): void {
  describe("a command in the shell", () => {
    it("gives back stdout and stderr in the order they came", async () => {
      await using bench = await workbench();
      expect(await bench.says("shell", { command: "echo one; echo two >&2; echo three" })).toBe(
        "one\ntwo\nthree",
      );
    });

    it("is wrapped by the system's programs, and found by the user's PATH", async () => {
      const PATH = `.:${process.env["PATH"] ?? ""}`;
      await using bench = await workbench({ environment: { PATH } });
      for (const name of ["cat", "sleep", "grep", "printf", "own"]) {
        await writeFile(join(bench.cwd, name), `#!/bin/sh\necho ${name} >>ran.txt\n`, { mode: 0o755 });
      }
      expect(await bench.says("shell", { command: "echo one; own; echo $PATH" })).toBe(`one\n${PATH}`);
      expect(readFileSync(join(bench.cwd, "ran.txt"), "utf8")).toBe("own\n");
    });

    it("that fails is a result with its exit code", async () => {
      await using bench = await workbench();
      expect(await bench.says("shell", { command: "echo no; exit 7" })).toBe("no\n[exit code 7]");
      expect(await bench.says("shell", { command: "true" })).toBe("[no output]");
      expect(await bench.says("shell", { command: "kill -9 $$" })).toBe("[exit code 137 (SIGKILL)]");
      expect(await bench.says("shell", { command: "no-such-program-xyz" })).toContain("[exit code 127]");
    });

    it("keeps what came before when it opens /dev/stderr again", async () => {
      await using bench = await workbench();
      const command = "echo one; echo two > /dev/stderr; echo three | tee /dev/stderr; echo four";
      expect(await bench.says("shell", { command })).toBe("one\ntwo\nthree\nthree\nfour");
    });

    it("runs each command in a fresh shell in the working folder, with an empty stdin and ordinary signals", async () => {
      await using bench = await workbench();
      await bench.says("shell", { command: "cd /; export LEFT=over" });
      const command =
        "pwd; echo [$LEFT]; read line || echo eof; ulimit -f; trap; kill -INT $$; echo not here";
      expect(await bench.says("shell", { command })).toBe(
        `${bench.cwd}\n[]\neof\nunlimited\n[exit code 130 (SIGINT)]`,
      );
    });

    it("loses nothing and leaves nothing, however short it is and however many run at once", async () => {
      await using bench = await workbench();
      const id = uniqueSeconds();
      const said = await Promise.all(
        Array.from({ length: 60 }, (_, index) => bench.says("shell", { command: `echo ${id} ${index}` })),
      );
      expect(said).toEqual(Array.from({ length: 60 }, (_, index) => `${id} ${index}`));
      await waitForProcesses(id, 0);
    });

    it("has no terminal to ask at", async () => {
      await using bench = await workbench();
      expect(await bench.says("shell", { command: "cat </dev/tty" })).toContain("[exit code 1]");
    });

    it("shows control characters, drops colours, and replaces what is not UTF-8", async () => {
      await using bench = await workbench();
      const command = String.raw`printf 'a\000b\007\033[31mred\033[0m\377\n10%%\r100%%\n'`;
      expect(await bench.says("shell", { command })).toBe("a\\x00b\\x07red\ufffd\n100%");
    });

    it("shows head and tail of five megabytes and names the file that holds all", async () => {
      await using bench = await workbench();
      const outcome = await bench.call("shell", { command: "seq 1 700000" }, { callId: "big" });
      const path = join(bench.callFolder("big"), "output.txt");
      expect(outcome).toMatchObject({ artifacts: [{ path, bytes: statSync(path).size }] });
      const [part] = "content" in outcome ? outcome.content : [];
      const shown = part?.type === "text" ? part.text : "";
      expect(shown.length).toBeLessThan(17_000);
      expect(shown).toMatch(/^1\n2\n3\n/);
      expect(shown).toMatch(
        /\n699999\n700000\n\[The full output, 4,788,895 bytes, is in a file\. Continue with read \{.*"from":\d+\}, or/,
      );
      const call = JSON.parse(/Continue with read (\{.*?\}),/.exec(shown)?.[1] ?? "") as JsonObject;
      expect(call["path"]).toBe(path);
      const next = await bench.says("read", call);
      const lastShown = shown.slice(0, shown.indexOf("\n[…")).split("\n").at(-1);
      expect(next).toMatch(new RegExp(`^${Number(lastShown) + 1}\t${Number(lastShown) + 1}\n`));
      expect(await bench.says("read", { path, from: -1 })).toMatch(/^700000\t700000\n/);
    });

    it("shows less where the window is small", async () => {
      await using bench = await workbench();
      const said = await bench.says("shell", { command: "seq 1 70000" }, { outputBytes: 4_096 });
      expect(said.length).toBeLessThan(4_500);
      expect(said).toContain("70000\n[The full output,");
    });

    it("keeps all of five megabytes", async () => {
      await using bench = await workbench();
      await bench.call("shell", { command: "seq 1 700000" }, { callId: "all" });
      const path = join(bench.callFolder("all"), "output.txt");
      expect(readFileSync(path, "utf8").split("\n")).toHaveLength(700_001);
    });

    it("is cut off at the limit of its output", async () => {
      await using bench = await workbench({ maxOutputBytes: 1_000_000 });
      const said = await bench.says("shell", { command: "yes", timeout_ms: 15_000 }, { callId: "yes" });
      expect(said).toContain("[The output was cut off at its limit of 1,000,");
      expect(statSync(join(bench.callFolder("yes"), "output.txt")).size).toBeLessThan(1_001_000);
    });

    it("keeps its files for the owner only, whatever the umask of the command", async () => {
      await using bench = await workbench();
      await bench.says("shell", { command: "umask 000; echo hi" }, { callId: "private" });
      const folder = bench.callFolder("private");
      const modes = (await readdir(folder)).map((name) => statSync(join(folder, name)).mode & 0o777);
      expect([statSync(folder).mode & 0o777, ...modes]).toEqual([0o700, 0o600, 0o600]);
      const umask = process.umask();
      expect(await bench.says("shell", { command: "umask" })).toBe(umask.toString(8).padStart(4, "0"));
    });

    it("tells its output while it runs", async () => {
      await using bench = await workbench();
      const gate = join(bench.cwd, "gate");
      const heard: string[] = [];
      const first = Promise.withResolvers<void>();
      const running = bench.says(
        "shell",
        { command: `echo first; while ! [ -e ${gate} ]; do sleep 0.02; done; echo second` },
        {
          progress(text) {
            heard.push(text);
            first.resolve();
          },
        },
      );
      await first.promise;
      expect(heard.join("")).toBe("first\n");
      await writeFile(gate, "");
      expect(await running).toBe("first\nsecond");
    });

    it("works without a folder to keep anything in, and leaves none behind", async () => {
      await using bench = await workbench();
      await using temporary = await temporaryFolder();
      vi.stubEnv("TMPDIR", temporary.path);
      expect(await bench.says("shell", { command: "echo hi" }, { callFolder: undefined })).toBe("hi");
      const long = await bench.says("shell", { command: "seq 1 10000" }, { callFolder: undefined });
      expect(long).toContain("left out");
      expect(long).not.toContain("The whole");
      vi.unstubAllEnvs();
      expect(await readdir(temporary.path)).toEqual([]);
    });

    it("that is too long for the system, holds a NUL, or has no folder to run in is a failure that says so", async () => {
      await using bench = await workbench();
      expect(
        failureOf(await bench.call("shell", { command: `true ${"x".repeat(3_000_000)}` })),
      ).toMatchObject({
        kind: "failed",
        message: "The command is too long for the system (3,000,005 bytes).",
      });
      expect(failureOf(await bench.call("shell", { command: "echo \0" }))).toMatchObject({ kind: "failed" });
      const gone = join(bench.cwd, "gone");
      expect(failureOf(await bench.call("shell", { command: "true" }, { cwd: gone }))).toMatchObject({
        message: `The working folder ${gone} does not exist.`,
      });
    });

    it("uses bash of the system, not one found in the working folder", async () => {
      const folder = (await import("node:fs")).mkdtempSync(join(tmpdir(), "skein-path-"));
      await writeFile(join(folder, "bash"), "#!/bin/sh\necho evil\n");
      await chmod(join(folder, "bash"), 0o755);
      await using bench = await workbench({
        environment: { ...process.env, PATH: `${folder}:.:${process.env["PATH"]}` },
      });
      expect(await bench.says("shell", { command: "echo ${BASH_VERSION:+bash}" })).toBe("bash");
      await rm(folder, { recursive: true });
    });
  });

  describe("the end of a command", () => {
    const background = (id: string) => `sleep ${id} & setsid sleep ${id} & (sleep ${id} &)`;

    it("is the end of everything it has started, also of what has left its group", async () => {
      await using bench = await workbench();
      const id = uniqueSeconds();
      expect(await bench.says("shell", { command: `${background(id)}; sleep 0.1; echo done` })).toBe("done");
      await waitForProcesses(id, 0);
    });

    it("does not wait for what ignores being told", async () => {
      await using bench = await workbench();
      const id = uniqueSeconds();
      const command = `bash -c 'trap "" TERM; sleep ${id}; sleep ${id}' >/dev/null & sleep 0.1; echo done`;
      expect(await bench.says("shell", { command })).toBe("done");
      await bench.extension.close();
      expect(await processesWith(id)).toEqual([]);
    });

    it("comes with an abort: everything is gone, the output so far is kept", async () => {
      await using bench = await workbench();
      const id = uniqueSeconds();
      const stop = new AbortController();
      const running = bench.call(
        "shell",
        { command: `echo begun; trap '' TERM; ${background(id)}; sleep ${id}` },
        { signal: stop.signal },
      );
      // The command, four times sleep: each has the id among its arguments; the wrapper too.
      await waitForProcesses(`sleep\0${id}`, 4);
      stop.abort();
      expect(await running).toEqual({ kind: "interrupted", started: true, partial: "begun\n" });
      expect(await processesWith(id)).toEqual([]);
    });

    it("comes at its deadline", async () => {
      await using bench = await workbench();
      const id = uniqueSeconds();
      const command = `echo begun; ${background(id)}; sleep ${id}`;
      expect(await bench.call("shell", { command, timeout_ms: 1_500 })).toEqual({
        kind: "timed-out",
        afterMs: 1_500,
        partial: "begun\n",
      });
      await waitForProcesses(id, 0);
    });

    it("comes with the end of the extension", async () => {
      await using bench = await workbench();
      const id = uniqueSeconds();
      const running = bench.call("shell", { command: `sleep ${id}` });
      await waitForProcesses(`sleep\0${id}`, 1);
      await bench.extension.close();
      expect(await processesWith(id)).toEqual([]);
      expect(failureOf(await running)).toMatchObject({ kind: "interrupted" });
    });

    it("leaves no watcher behind", async () => {
      await using bench = await workbench();
      await bench.says("shell", { command: "true", timeout_ms: 3_599_321 });
      await waitForProcesses("3599.321", 0);
      expect(await processesWith("3599.321")).toEqual([]);
    });

    it("is none of other calls' business, even with the same call id", async () => {
      await using bench = await workbench();
      const id = uniqueSeconds();
      const other = bench.says(
        "shell",
        { command: `sleep 0.4; echo alive ${id}` },
        { callId: "x", callFolder: undefined },
      );
      await bench.says(
        "shell",
        { command: "setsid sleep 50 & true" },
        { callId: "x", callFolder: undefined },
      );
      expect(await other).toBe(`alive ${id}`);
    });

    it("is not started when the call was stopped before", async () => {
      await using bench = await workbench();
      const file = join(bench.cwd, "made");
      const outcome = await bench.call(
        "shell",
        { command: `touch ${file}` },
        { signal: AbortSignal.abort() },
      );
      expect(outcome).toEqual({ kind: "interrupted", started: false, partial: "" });
      expect(existsSync(file)).toBe(false);
    });

    it("survives a command that kills its own group or parents", async () => {
      await using bench = await workbench();
      expect(await bench.says("shell", { command: "echo a; kill 0; sleep 5" })).toBe(
        "a\n[exit code 143 (SIGTERM)]",
      );
      expect(await bench.says("shell", { command: "echo b; kill -9 0; sleep 5" })).toContain("killed");
      expect(await bench.says("shell", { command: "echo c; kill -9 $PPID; sleep 0.2" })).toContain("c\n");
    });
  });

  describe("folders a command leaves", () => {
    it("do not confuse the next call in them", async () => {
      await using bench = await workbench();
      const callFolder = bench.callFolder("again");
      await mkdir(callFolder, { recursive: true });
      await writeFile(join(callFolder, "state"), "exit 5\n");
      await symlink("/etc/passwd", join(callFolder, "output.txt"));
      expect(await bench.says("shell", { command: "echo mine" }, { callFolder })).toBe("mine");
      expect(readFileSync("/etc/passwd", "utf8")).toContain("root");
    });
  });
}

import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { temporaryFolder, type TemporaryFolder } from "@skein/test-kit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { say } from "./replies.ts";
import { skeinHome } from "./skein.ts";

const run = promisify(execFile);

/** Refuses file locks as an NFS client without a lock daemon does. */
const source = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>

static int isLock(int command) {
  return command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW;
}

#define REPLACE(name) \\
  int name(int file, int command, ...) { \\
    va_list rest; \\
    va_start(rest, command); \\
    void *argument = va_arg(rest, void *); \\
    va_end(rest); \\
    if (isLock(command)) { errno = ENOLCK; return -1; } \\
    int (*original)(int, int, ...) = (int (*)(int, int, ...))dlsym(RTLD_NEXT, #name); \\
    return original(file, command, argument); \\
  }

REPLACE(fcntl)
REPLACE(fcntl64)

int flock(int file, int operation) {
  (void)file;
  (void)operation;
  errno = ENOLCK;
  return -1;
}
`;

const hasCompiler =
  process.platform === "linux" &&
  (await run("gcc", ["--version"]).then(
    () => true,
    () => false,
  ));

let folder: TemporaryFolder;
let preload: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  preload = join(folder.path, "no-locks.so");
  if (!hasCompiler) return;
  await writeFile(join(folder.path, "no-locks.c"), source);
  await run("gcc", ["-shared", "-fPIC", "-o", preload, join(folder.path, "no-locks.c"), "-ldl"]);
});

afterAll(() => folder[Symbol.asyncDispose]());

const fileSystem = /File locks do not work in \S+: the file system \(\S+, mounted at \/\S*\) refuses them\./;

describe.skipIf(!hasCompiler)("on a file system without locks (needs gcc)", () => {
  it.each([
    { name: "run", args: ["run", "-t", "go"] },
    { name: "schedule add", args: ["schedule", "add", "daily", "--cron", "0 9 * * *", "-t", "go"] },
    { name: "budget", args: ["budget"] },
    { name: "session list", args: ["session", "list"] },
    { name: "provider list", args: ["provider", "list"] },
  ])("skein $name ends and names the file system, or needs no lock", async ({ args }) => {
    await using server = await anthropicServer([say("Hello.")]);
    await using skein = await skeinHome(server.url);
    const { exitCode, stderr } = await skein.run(args, { LD_PRELOAD: preload });
    expect(stderr).not.toMatch(/another process|Wait a moment|defect in Skein/);
    const isExplained =
      fileSystem.test(stderr) && stderr.includes("Set SKEIN_HOME to a folder on a local disk.");
    expect({ stderr, isFine: exitCode === 0 || (exitCode === 2 && isExplained) }).toMatchObject({
      isFine: true,
    });
  });

  it("a run names it", async () => {
    await using skein = await skeinHome();
    const { exitCode, stderr } = await skein.run(["run", "-t", "go"], { LD_PRELOAD: preload });
    expect(stderr).toMatch(fileSystem);
    expect(exitCode).toBe(2);
  });

  it("skein doctor names it", async () => {
    await using skein = await skeinHome();
    const { exitCode, stdout } = await skein.run(["doctor", "--offline"], { LD_PRELOAD: preload });
    expect(stdout).toMatch(fileSystem);
    expect(exitCode).toBe(2);
  });
});

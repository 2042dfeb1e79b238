import { chmod, mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome, type SkeinHome } from "./skein.ts";

/** Tells of each file of the bundle whether V8 took compiled code for it. */
const probe = `
const vm = process.getBuiltinModule("node:vm");
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    if (!options.filename?.includes("/chunks/")) return;
    const is = options.cachedData === undefined ? "compiled" : this.cachedDataRejected ? "refused" : "taken";
    process._rawDebug(is + " " + options.filename.replace(/.*\\//, ""));
  }
};
`;

const asked = ["run", "-q", "--no-session", "-t", "hello"];

interface Loaded {
  readonly compiled: number;
  readonly refused: number;
  readonly taken: number;
}

async function loaded(skein: SkeinHome, temporary: string, args: readonly string[]): Promise<Loaded> {
  const { exitCode, stderr } = await skein.run(args, {
    TMPDIR: temporary,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(probe)}`,
  });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  const count = (word: string): number => stderr.split("\n").filter((line) => line.startsWith(word)).length;
  return { compiled: count("compiled"), refused: count("refused"), taken: count("taken") };
}

async function prepared(replies: number) {
  const reply = { parts: [{ type: "text" as const, text: "Hello" }] };
  const server = await anthropicServer(Array.from({ length: replies }, () => reply));
  const skein = await skeinHome(server.url);
  const temporary = join(skein.home, "temporary");
  await mkdir(temporary);
  return {
    skein,
    temporary,
    folder: join(temporary, `skein-code-cache-${process.getuid?.()}`),
    async [Symbol.asyncDispose]() {
      await skein[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

describe.runIf(process.env["SKEIN_TEST_BUNDLE"])("compiled code of the bundle", () => {
  it("is kept with the functions on the way to a request, for the user alone, and taken by the next start", async () => {
    await using at = await prepared(3);
    await loaded(at.skein, at.temporary, ["permissions"]);
    const before = await loaded(at.skein, at.temporary, asked);
    expect(before).toMatchObject({ refused: 0, taken: expect.any(Number) as number });
    for (const run of [1, 2]) {
      const { compiled, refused, taken } = await loaded(at.skein, at.temporary, asked);
      expect({ run, compiled, refused }).toEqual({ run, compiled: 0, refused: 0 });
      expect(taken).toBeGreaterThan(3);
    }
    const files = await readdir(at.folder);
    const run = files.filter((name) => name.endsWith("-run--no-session"));
    expect(run).toHaveLength(1);
    const [mode, ofFile] = [await stat(at.folder), await stat(join(at.folder, run[0]!))];
    expect([mode.mode & 0o777, ofFile.mode & 0o777]).toEqual([0o700, 0o600]);
  });

  it("is written by the first three processes with a request, for each way to one", async () => {
    await using at = await prepared(8);
    const kept = ["run", "-q", "-t", "hello"];
    const writtenAt = async (way: string): Promise<number> => {
      const name = (await readdir(at.folder)).find((file) => file.endsWith(way));
      return name === undefined ? 0 : (await stat(join(at.folder, name))).mtimeMs;
    };
    const times: number[] = [];
    for (let run = 0; run < 5; run++) {
      await loaded(at.skein, at.temporary, kept);
      times.push(await writtenAt("-run"));
    }
    expect(new Set(times.slice(0, 3)).size).toBe(3);
    expect(times.slice(3)).toEqual([times[2], times[2]]);
    expect(await writtenAt("-run--no-session")).toBe(0);
    await loaded(at.skein, at.temporary, asked);
    expect(await writtenAt("-run--no-session")).toBeGreaterThan(0);
    expect(await writtenAt("-run")).toBe(times[2]);
  });

  it("is not written by a command that failed, nor under what was typed", async () => {
    await using at = await prepared(1);
    const { exitCode } = await at.skein.run(["permisions"], { TMPDIR: at.temporary });
    expect(exitCode).toBe(2);
    expect(await readdir(at.folder)).toEqual([]);
  });

  it("is compiled again where a file of it is damaged", async () => {
    await using at = await prepared(3);
    await loaded(at.skein, at.temporary, asked);
    for (const name of await readdir(at.folder)) {
      const bytes = await readFile(join(at.folder, name));
      for (let place = 500; place < bytes.length; place += 499) bytes[place]! ^= 1;
      await writeFile(join(at.folder, name), bytes);
    }
    const { taken, compiled } = await loaded(at.skein, at.temporary, asked);
    expect([taken, compiled > 0]).toEqual([0, true]);
  });

  it("is removed after a month in which nothing wrote it", async () => {
    await using at = await prepared(2);
    await loaded(at.skein, at.temporary, asked);
    const old = join(at.folder, "v1.0.0-x64-0123456789abcdef-run");
    await writeFile(old, "of a version that is gone");
    const longAgo = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
    await utimes(old, longAgo, longAgo);
    expect(await readdir(at.folder)).toContain("v1.0.0-x64-0123456789abcdef-run");
    await loaded(at.skein, at.temporary, ["permissions"]);
    expect(await readdir(at.folder)).not.toContain("v1.0.0-x64-0123456789abcdef-run");
  });

  it("is neither kept nor taken where others could write, or there is no folder", async () => {
    await using at = await prepared(3);
    await mkdir(at.folder);
    await chmod(at.folder, 0o777);
    expect(await loaded(at.skein, at.temporary, asked)).toMatchObject({ taken: 0 });
    expect(await readdir(at.folder)).toEqual([]);
    expect(await loaded(at.skein, "/nowhere-at-all", ["--version"])).toMatchObject({ taken: 0 });
  });
});

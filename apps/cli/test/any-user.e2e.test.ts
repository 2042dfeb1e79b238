import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chown } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { temporaryFolder, type TemporaryFolder } from "@skein/test-kit";
import { beforeAll, describe, expect, it } from "vitest";
import { commands } from "../src/later.ts";
import { entry, entryEnv } from "./entry.ts";
import { say } from "./replies.ts";

/** A user id that no user database lists, as OpenShift and `docker run --user` choose one. */
const user = 12_345;

/** The words that start a program as a user without an entry; undefined if that cannot be done here. */
const prefix = ((): readonly string[] | undefined => {
  if (process.getuid?.() === 0)
    return ["setpriv", "--reuid", `${user}`, "--regid", `${user}`, "--clear-groups"];
  try {
    userInfo();
    return undefined;
  } catch {
    return [];
  }
})();

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts a command in a folder that belongs to the user, without HOME. */
async function start(
  args: readonly string[],
  { path: cwd }: { readonly path: string },
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  if (process.getuid?.() === 0) await chown(cwd, user, user);
  const [program = "", ...words] = [...prefix!, process.execPath, entry, ...args];
  const options = { cwd, env: { PATH: process.env["PATH"], TMPDIR: cwd, ...cache, ...env } };
  const running = promisify(execFile)(program, words, options);
  running.child.stdin?.end();
  return running.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ran) => ({ code, stdout, stderr }),
  );
}

const names = Object.keys(commands);

/** The cache of compiled code of `entryEnv` belongs to the user who runs the tests. */
let cache: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  const folder = await temporaryFolder();
  await chown(folder.path, user, user).catch(() => undefined);
  if (Object.keys(entryEnv).length > 0) cache = { NODE_COMPILE_CACHE: folder.path };
  return () => folder[Symbol.asyncDispose]();
});

/** How a home folder can be missing. */
const homes = [
  { name: "without HOME", home: undefined, problem: "No home folder: HOME is not set." },
  {
    name: "with a HOME that does not exist",
    home: "nonexistent/home",
    problem: /No home folder: HOME is "\/.*\/nonexistent\/home", which does not exist\./,
  },
] as const;

describe.skipIf(prefix === undefined).each(homes)(
  "as a user without an entry in the user database and $name",
  ({ home, problem }) => {
    /** Starts a command, and looks whether the home folder is still missing. */
    const run = async (
      args: readonly string[],
      folder: TemporaryFolder,
      env: Readonly<Record<string, string>> = {},
    ): Promise<Ran> => {
      const missing = home === undefined ? {} : { HOME: join(folder.path, home) };
      const ran = await start(args, folder, { ...missing, ...env });
      expect(existsSync(join(folder.path, "nonexistent"))).toBe(false);
      return ran;
    };

    it.each(names)("skein %s --help prints its help", async (name) => {
      await using folder = await temporaryFolder();
      const { code, stdout, stderr } = await run([name, "--help"], folder);
      expect(stderr).toBe("");
      expect(stdout).toMatch(/^skein \S+/);
      expect(code).toBe(0);
    });

    it.each(names)("skein %s works, or says in two lines what is missing", async (name) => {
      await using folder = await temporaryFolder();
      const { code, stdout, stderr } = await run([name], folder);
      expect(stderr).not.toMatch(/^ +at |SystemError|uv_os_|defect in Skein/m);
      expect(stderr.trimEnd().split("\n").length).toBeLessThanOrEqual(2);
      const isExplained = code === 2 && /^(?:skein: .+\n {2}.+\n|machine\n)/.test(stdout + stderr);
      expect({ code, stdout, stderr, isFine: code === 0 || isExplained }).toMatchObject({ isFine: true });
    });

    it("skein doctor names the variable to set", async () => {
      await using folder = await temporaryFolder();
      const { code, stdout } = await run(["doctor", "--offline"], folder);
      expect(stdout).toMatch(problem);
      expect(stdout).toContain("Set HOME, or set SKEIN_HOME");
      expect(code).toBe(2);
    });

    it("a run works with SKEIN_HOME", async () => {
      await using folder = await temporaryFolder();
      await using server = await anthropicServer([say("Hello.")]);
      const { code, stdout, stderr } = await run(["run", "-t", "hi", "--sandbox", "off"], folder, {
        SKEIN_HOME: join(folder.path, "skein"),
        SKEIN_NO_KEYRING: "1",
        ANTHROPIC_API_KEY: "sk-ant-test-key-0123456789",
        ANTHROPIC_BASE_URL: server.url,
      });
      expect(stderr).not.toContain("defect");
      expect(stdout).toContain("Hello.");
      expect(code).toBe(0);
    });

    it("a run that cannot save its session says why", async () => {
      await using folder = await temporaryFolder();
      const { code, stderr } = await run(["run", "-t", "hi", "--provider", "replay", "--model", "x"], folder);
      expect(stderr).toMatch(problem);
      expect(stderr).toContain("SKEIN_HOME");
      expect(code).toBe(2);
    });
  },
);

import { spawn, spawnSync } from "node:child_process";
import { chownSync, cpSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entry, entryEnv } from "./entry.ts";
import { sessionHome, shellCall, type SessionHome } from "./session-home.ts";

/** Sentences and codes for what is wrong with the machine: none of it is a defect. */

let skein: SessionHome;
const mounted: string[] = [];

beforeAll(async () => {
  skein = await sessionHome();
});
afterAll(async () => {
  for (const place of mounted) shell('umount "$0"', place);
  await skein[Symbol.asyncDispose]();
});

function shell(command: string, ...words: readonly string[]): number | null {
  return spawnSync("sh", ["-c", command, ...words]).status;
}

function mount(name: string, size: string): string {
  const place = join(skein.home, name);
  mkdirSync(place);
  if (shell('mount -t tmpfs -o size="$1" tmpfs "$0"', place, size) === 0) mounted.push(place);
  return place;
}

const canMount =
  shell('d=$(mktemp -d) && mount -t tmpfs tmpfs "$d" && umount "$d"; s=$?; rmdir "$d"; exit $s') === 0;

function script(name: string, turns: readonly object[]): string {
  const path = join(skein.home, `${name}.script.json`);
  writeFileSync(path, JSON.stringify({ turns }));
  return path;
}

const model = (name: string, turns: readonly object[]) => [
  "--provider",
  "replay",
  "--mode",
  "auto",
  "--model",
  script(name, turns),
];
const working = [shellCall("echo two > a.txt"), { text: "done now" }];

/** Commands that need a session of this folder, or none. The one that starts an agent gets a process of its own. */
const commands: readonly (readonly string[])[] = [
  ["session"],
  ["session", "show"],
  ["session", "search", "two"],
  ["session", "undo", "--yes"],
  ["session", "export", "--format", "markdown"],
  ["resume", "-t", "go on"],
  ["run", "-r", "-t", "go on"],
  ["run", "-t", "go"],
  ["schedule"],
  ["info"],
  ["doctor"],
];

interface Ended {
  readonly exitCode: number | null;
  readonly stderr: string;
}

/** What a fault of the machine must not be taken for. 3: the doctor asks the provider. */
const noDefect = (ended: Ended) => ({
  isDefect: ended.stderr.includes("defect in Skein") || ended.stderr.includes("    at "),
  isExpected: [0, 2, 3, 10].includes(ended.exitCode ?? -1),
});

function endOf(args: readonly string[], home: string): Promise<Ended> {
  const given = [{ SKEIN_HOME: home }, { cwd: skein.cwd }] as const;
  return isBegun(args) ? skein.run(args, ...given) : skein.here(inHere(args), ...given);
}

/** Whether it starts an agent; going on needs a session, which is not there. */
const isBegun = ([word, flag]: readonly string[]) => word === "run" && flag !== "-r";
/** The standard input of this process is no task. */
const inHere = (args: readonly string[]) =>
  args[0] === "run" || args[0] === "resume" ? [...args, "--no-stdin"] : args;

const isNoDefect = { isDefect: false, isExpected: true };

describe.skipIf(!canMount)("a data folder that cannot be written", () => {
  it.each(commands)("on a disk mounted read-only: %s %s %s", async (...args) => {
    const home = mounted.find((place) => place.endsWith("sealed")) ?? sealed();
    const more = args[0] === "run" || args[0] === "resume" ? model("sealed", working) : [];
    expect(noDefect(await endOf([...args, ...more], home))).toEqual(isNoDefect);
  });

  function sealed(): string {
    const home = mount("sealed", "4m");
    shell('mount -o remount,ro "$0"', home);
    return home;
  }

  it.each(commands)("on a full disk: %s %s %s", async (...args) => {
    const home = mounted.find((place) => place.endsWith("full")) ?? full();
    const more = args[0] === "run" || args[0] === "resume" ? model("full", working) : [];
    expect(noDefect(await endOf([...args, ...more], home))).toEqual(isNoDefect);
  });

  function full(): string {
    const home = mount("full", "64k");
    shell('cat /dev/zero > "$0/filler"', home);
    return home;
  }

  it("that fills up in mid-run ends it as storage, with what to do", async () => {
    const home = mount("filling", "3m");
    const turns = [
      shellCall(`head -c 4m /dev/zero > ${home}/filler; true`),
      shellCall("seq 1 9"),
      { text: "done" },
    ];
    const args = ["run", "-t", "go", ...model("filling", turns), "--output-format", "json"];
    const { exitCode, stdout } = await skein.run(args, { SKEIN_HOME: home }, { cwd: skein.cwd });
    expect(exitCode).toBe(10);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: "storage", exitCode: 10, error: { code: "full" } });
  });

  it("is not needed without a session", async () => {
    // Below /proc no folder can be created at all.
    for (const home of [join(skein.home, "sealed"), join(skein.home, "full"), "/proc/skein"]) {
      const args = ["run", "-t", "go", "--no-session", ...model("unkept", working)];
      const { exitCode, stdout } = await skein.run(args, { SKEIN_HOME: home }, { cwd: skein.cwd });
      expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "done now\n" });
    }
  });
});

describe("a folder that is gone", () => {
  it.each(commands)("where the command was started: %s %s %s", async (...args) => {
    const more = args[0] === "run" || args[0] === "resume" ? model("gone", working) : [];
    const all = [...args, ...more];
    const gone = join(skein.home, "gone");
    const leave = 'mkdir "$HOME/gone" && cd "$HOME/gone" && rmdir "$HOME/gone"';
    if (!isBegun(args)) mkdirSync(gone);
    const { exitCode, stderr } = isBegun(args)
      ? inShell(leave, all)
      : await skein.here(inHere(all), {}, { cwd: gone, isGone: true });
    expect(noDefect({ exitCode, stderr })).toEqual(isNoDefect);
    expect(exitCode === 0 || stderr.includes("no longer exists")).toBe(true);
  });

  it("in which the agent works: the model is told, and the run goes on", async () => {
    const cwd = join(skein.home, "short-lived");
    mkdirSync(cwd);
    const turns = [shellCall(`rmdir ${cwd}`), shellCall("pwd"), { text: "it is gone" }];
    const { exitCode, stderr } = await skein.here(["run", "-t", "go", ...model("cwd", turns)], {}, { cwd });
    expect(exitCode).toBe(0);
    expect(stderr).toContain("does not exist");
  });

  it("that holds the session: 10, and no session is left that begins in its middle", async () => {
    const home = join(skein.home, "data-gone");
    // By a script, which is not read before it runs: as a command, it would be asked about.
    writeFileSync(join(skein.cwd, "remove.sh"), `rm -rf ${home}\n`);
    const turns = [shellCall("sh remove.sh"), { text: "done" }];
    const args = ["run", "-t", "go", "--session-id", "lost", ...model("data", turns)];
    const { exitCode, stderr } = await skein.run(args, { SKEIN_HOME: home }, { cwd: skein.cwd });
    expect(exitCode).toBe(10);
    expect(stderr).toContain("The files of session lost were deleted while it was in use.");
    const { stdout } = await skein.run(
      ["session", "--json", "--all"],
      { SKEIN_HOME: home },
      { cwd: skein.cwd },
    );
    expect(JSON.parse(stdout)).toMatchObject({ sessions: [] });
  });
});

/** Runs the command in a shell that does something first. */
function inShell(
  first: string,
  args: readonly string[],
): { exitCode: number | null; stderr: string; stdout: string } {
  const { status, stderr, stdout } = spawnSync(
    "bash",
    ["-c", `${first} && exec "$@"`, "bash", process.execPath, entry, ...args],
    {
      cwd: skein.cwd,
      env: { ...entryEnv, PATH: process.env["PATH"] ?? "", HOME: skein.home, SKEIN_NO_KEYRING: "1" },
      encoding: "utf8",
      input: "",
    },
  );
  return { exitCode: status, stderr, stdout };
}

describe("a file size limit", () => {
  it.each([8, 16, 32])("of %d blocks has a sentence and a code of its own", (blocks) => {
    const home = join(skein.home, `limited-${blocks}`);
    const first = `export SKEIN_HOME=${home}; ulimit -f ${blocks}`;
    const { exitCode, stderr } = inShell(first, ["run", "-t", "go", ...model("limited", working)]);
    expect(exitCode).toBe(10);
    expect(stderr).toContain("file size limit");
    expect(stderr).toContain("ulimit -f");
    expect(stderr).not.toContain("No space left");
  });
});

describe("a damaged journal", () => {
  const id = "cut";
  const turns = [
    ...Array.from({ length: 40 }, (_, n) => shellCall(`echo line-${n}; seq 1 400`)),
    { text: "the end" },
  ];
  const whole = () => join(skein.home, "whole");
  beforeAll(async () => {
    const args = ["run", "-t", "count", "--session-id", id, ...model(id, turns)];
    const { exitCode, stderr } = await skein.here(args, { SKEIN_HOME: whole() }, { cwd: skein.cwd });
    if (exitCode !== 0) throw new Error(`The session was not held: ${stderr}`);
  });

  it.each([95, 75, 50, 25])("cut off at %s percent is shown and exported up to the cut", async (percent) => {
    const home = join(skein.home, `cut-${percent}`);
    cpSync(whole(), home, { recursive: true });
    const given = [{ SKEIN_HOME: home }, { cwd: skein.cwd }] as const;
    const run = (...args: readonly string[]) => skein.here(args, ...given);
    const journal = join(home, "data", "sessions", id, "journal.db");
    truncateSync(journal, Math.floor((statSync(journal).size * percent) / 100));
    const left = readFileSync(journal);

    const shown = await run("session", "show");
    expect(shown.stdout).toContain(id);
    expect(shown.stdout).toContain("> count");
    expect(shown.stdout).toContain("echo line-0");
    for (const format of ["markdown", "json", "yaml", "html"]) {
      const { stdout, stderr, exitCode } = await run("session", "export", "--format", format);
      expect(stdout).toContain("line-0");
      expect(exitCode).toBe(stderr.includes("cannot be read") || stderr.includes("is damaged") ? 2 : 0);
    }
    expect(readFileSync(journal).equals(left)).toBe(true);
    if (percent === 95) return; // it may lack nothing but an index
    expect(shown.exitCode).toBe(2);
    for (const args of [
      ["run", "-r", "-t", "more"],
      ["resume", "-t", "more"],
    ]) {
      const { exitCode, stderr } = await run(...inHere([...args, ...model(id, turns)]));
      expect(exitCode).toBe(2);
      expect(stderr).toContain(id);
      expect(stderr).not.toContain("No session was held");
    }
  });

  it("of which nothing can be read is named, and not taken for none", async () => {
    const folder = join(skein.home, "unreadable");
    mkdirSync(folder);
    const run = (...args: readonly string[]) => skein.here(args, {}, { cwd: folder });
    await run("run", "-t", "x", "--session-id", "unreadable", ...model("unreadable", [{ text: "y" }]));
    truncateSync(join(skein.data, "sessions", "unreadable", "journal.db"), 300);
    const { exitCode, stderr } = await run("run", "-r", "-t", "more", ...model("unreadable", []));
    expect(exitCode).toBe(2);
    expect(stderr).toContain("cannot be told: session unreadable is damaged, and may be it");
    expect(stderr).not.toContain("No session was held");
    expect((await run("session", "remove", "unreadable", "--yes")).exitCode).toBe(0);
    expect((await run("run", "-r", "-t", "more", ...model("unreadable", []))).stderr).toContain(
      "No session was held in",
    );
  });
});

const localServers = [
  ["ollama", 11434, "Ollama is probably not running"],
  ["lmstudio", 1234, "LM Studio is probably not running"],
  ["llamacpp", 8080, "llama-server (llama.cpp) is probably not running"],
  ["vllm", 8000, "vLLM is probably not running"],
] as const;

describe("a server on this machine that was not started", () => {
  it.concurrent.each(localServers)(
    "%s: says that the connection was refused and who is not running",
    async (...row) => {
      const [provider, port, who] = row;
      const args = ["run", "-t", "x", "--provider", provider, "--model", "m"];
      const isTaken = !(await isFree(port)); // somebody works on this machine
      const { exitCode, stderr } = await skein.here(args, {}, { cwd: skein.cwd });
      expect(isTaken || exitCode === 3).toBe(true);
      expect(isTaken || stderr.includes("connection refused")).toBe(true);
      expect(isTaken || stderr.includes(who)).toBe(true);
    },
  );

  it("of any kind: by its address", async () => {
    const port = await freePort();
    const env = { OPENAI_API_KEY: "sk-test-0123456789", OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` };
    const args = ["run", "-t", "x", "--provider", "openai", "--model", "m"];
    const { exitCode, stderr } = await skein.here(args, env, { cwd: skein.cwd });
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`Could not reach 127.0.0.1:${port}: connection refused.`);
    expect(stderr).toContain("The server there is probably not running.");
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

describe("a signal before the run has started", () => {
  it.concurrent.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
    ["SIGHUP", 129],
  ] as const)("%s cancels it: %d", async (signal, code) => {
    const args = ["run", "-i", "-", "--output-format", "json", ...model("early", [{ text: "x" }])];
    const child = spawn(process.execPath, [entry, ...args], {
      cwd: skein.cwd,
      env: { ...entryEnv, PATH: process.env["PATH"] ?? "", HOME: skein.home, SKEIN_NO_KEYRING: "1" },
    });
    let stdout = "";
    child.stdout.on("data", (text: Buffer) => (stdout += text.toString()));
    // More than the pipe holds: it has been read, and the rest of the task is waited for.
    await new Promise((resolve) => child.stdin.write("x".repeat(2 ** 20), resolve));
    child.kill(signal);
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(code);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: "cancelled", exitCode: code });
  });
});

/** Root without the right to write everywhere: another user could not read a checkout in a private folder. */
describe.runIf(process.getuid?.() === 0)("folders of somebody else", () => {
  const somebody = 65_534;
  it("are refused with a sentence", () => {
    const home = join(skein.home, "not-yours");
    mkdirSync(home, { mode: 0o755 });
    chownSync(home, somebody, somebody);
    const args = ["run", "-t", "go", ...model("not-yours", working)];
    const { status, stderr } = spawnSync(
      "sh",
      ["-c", 'exec setpriv --bounding-set=-dac_override "$@"', "sh", process.execPath, entry, ...args],
      {
        cwd: "/tmp",
        env: {
          ...entryEnv,
          PATH: process.env["PATH"] ?? "",
          HOME: home,
          SKEIN_HOME: home,
          SKEIN_NO_KEYRING: "1",
        },
        encoding: "utf8",
        input: "",
      },
    );
    expect(stderr).not.toContain("defect in Skein");
    expect(status).toBe(2);
  });
});

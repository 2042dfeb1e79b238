import { spawn } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { analyzeCommand, verdictOf } from "../../src/shell-analysis/index.ts";
import { corpus } from "./corpus.ts";

const root = mkdtempSync(join(tmpdir(), "skein-shell-"));
const [work, bin, marker] = [join(root, "work"), join(root, "bin"), join(root, "evil-ran")];

/** Runs a command as the shell tool does, in the folder, with a program `evil` on its PATH. Ended after two seconds. */
function run(command: string, where: string): Promise<void> {
  const child = spawn("bash", ["--noprofile", "--norc", "-c", command], {
    cwd: where,
    env: { PATH: `${bin}:/usr/bin:/bin`, HOME: root },
    stdio: ["ignore", "ignore", "ignore"],
    detached: true,
  });
  const end = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended, with all that it started.
    }
  };
  const timer = setTimeout(end, 2_000);
  return new Promise((resolve) => {
    child.on("close", () => {
      clearTimeout(timer);
      end();
      resolve();
    });
  });
}

function prepare(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const name of ["src", "test", "sub"]) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ["a", "b", "c", "a.ts", "src/x.ts", "test/x.ts", "sub/y"])
    writeFileSync(join(folder, name), "foo a,b:c 1\nbar x y 2\n");
  for (const name of ["a.json", "package.json"])
    writeFileSync(join(folder, name), '{"name":"x","scripts":{"a":"b"},"a":[1]}\n');
}

/** Names, contents and times of all files, but for git's cache of them. */
function state(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\.git(?:\/index)?$/.test(path))
    .map((path) => {
      const { mtimeMs, mode } = statSync(path);
      return statSync(path).isDirectory()
        ? `${path} ${mode}`
        : `${path} ${mode} ${mtimeMs} ${readFileSync(path, "latin1")}`;
    })
    .toSorted();
}

beforeAll(() => {
  mkdirSync(bin);
  writeFileSync(join(bin, "evil"), `#!/bin/sh\n: > '${marker}'\n`);
  chmodSync(join(bin, "evil"), 0o755);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Runs them a few at a time, each in a folder of its own. */
async function inFolders(
  commands: readonly string[],
  each: (command: string, folder: string) => Promise<void>,
): Promise<void> {
  const rest = [...commands];
  const worker = async (index: number): Promise<void> => {
    for (let command = rest.pop(); command !== undefined; command = rest.pop())
      await each(command, `${work}-${index}`);
  };
  await Promise.all(Array.from({ length: 4 }, (_, index) => worker(index)));
}

describe("really run", () => {
  it("commands that are called harmless leave the folder as it was", async () => {
    const waits = /tail -f|^yes|ps aux/;
    const commands = corpus("benign")
      .map(({ command }) => command)
      .filter((command) => !waits.test(command));
    const changed: string[] = [];
    const isReady = new Set<string>();
    await inFolders(commands, async (command, folder) => {
      if (!isReady.has(folder)) {
        prepare(folder);
        await run("git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -qm a", folder);
        isReady.add(folder);
      }
      const before = state(folder);
      await run(command, folder);
      if (state(folder).join("\n") !== before.join("\n")) changed.push(command);
    });
    expect(changed).toEqual([]);
    expect(commands.length).toBeGreaterThan(150);
  });

  it("what runs a program by a detour is not called harmless", async () => {
    /** Programs that do nothing outside of their folder with the words of the corpus. */
    const confined =
      /^(?:evil|echo|cat|ls|true|false|find|xargs|env|timeout|nice|nohup|time|bash|sh|dash|eval|exec|command|builtin|sed|awk|sort|read|printf|test|\[|\[\[|:|cd|diff|wc|head|tee|tr|if|trap|alias|source|\.|export|declare|readonly|stdbuf|setsid)$/;
    const outside =
      /~|\/dev\/tcp|\.\.|\/tmp|\$HOME|[ =>'"](?:\/(?!dev\/null))|watch|select|\byes\b|while|until|;;\)\)/;
    const ran: string[] = [];
    const candidates: string[] = [];
    for (const { command } of corpus("evasive")) {
      const { segments } = await analyzeCommand(command);
      const isConfined =
        segments.length > 0 &&
        segments.every(
          ({ program }) =>
            program === undefined || confined.test(program.text) || !/^[\w./-]+$/.test(program.text),
        );
      if (command.includes("evil") && isConfined && !outside.test(command) && !command.includes("\0"))
        candidates.push(command);
    }
    for (const command of candidates) {
      prepare(work);
      rmSync(marker, { force: true });
      await run(command, work);
      // What it left in the background is ended by now; what it wrote is there.
      if (readdirSync(root).includes("evil-ran")) ran.push(command);
    }
    const verdicts = await Promise.all(
      ran.map(async (command) => [command, verdictOf(await analyzeCommand(command))]),
    );
    expect(verdicts.filter(([, verdict]) => verdict === "harmless")).toEqual([]);
    expect(ran.length).toBeGreaterThan(80);
  });
});

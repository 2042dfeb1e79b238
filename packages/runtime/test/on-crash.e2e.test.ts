import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { developer } from "@skein/extensions-builtin/developer";
import { describeFailure, isFailure, extractText, type ToolContext, type ToolOutcome } from "@skein/protocol";
import { probe } from "@skein/sandbox";
import { collect, processesWith, temporaryFolder, uniqueSeconds } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { done, setUp } from "./set-up.ts";

const child = fileURLToPath(new URL("children/run-command.ts", import.meta.url));
const sandbox = await probe();
const canStop = sandbox.tier !== "none";

async function goneWithin(marker: string, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  while ((await processesWith(marker)).length > 0) {
    if (performance.now() > end) return false;
    await sleep(10);
  }
  return true;
}

/** Kills a process whose agent runs the command, once the command has said something. */
async function killDuring(dataFolder: string, onCrash: "stop" | "continue", command: string): Promise<void> {
  const stdio: ["ignore", "pipe", "inherit"] = ["ignore", "pipe", "inherit"];
  const killed = spawn(process.execPath, [child, dataFolder, onCrash, command], { stdio });
  const early = once(killed, "exit").then(() => Promise.reject(new Error("It ended before it was killed.")));
  await Promise.race([once(killed.stdout, "data"), early]);
  killed.kill("SIGKILL");
}

/** Resumes the session in this process. @returns the result of the interrupted call. */
async function resumed(dataFolder: string): Promise<{ text: string; failure: string | undefined }> {
  const { runtime, settings } = setUp(dataFolder, [done]);
  await using _ = runtime;
  const { agent } = await runtime.open({ ...settings, session: "s" });
  expect((await agent.run("on").result).outcome).toBe("done");
  const entries = await collect(runtime.sessions.entries("s"));
  const result = entries.find((entry) => entry.kind === "tool-result");
  return { text: extractText(result?.content ?? []), failure: result?.failure?.kind };
}

const spreading = (id: string): string =>
  `sleep ${id} & setsid sleep ${id} & (sleep ${id} &) ; echo up; sleep ${id}`;

describe.skipIf(!canStop)("commands with onCrash stop", () => {
  it("are all gone when the process is killed, and the model is told that they were stopped", async () => {
    await using folder = await temporaryFolder();
    const id = uniqueSeconds();
    await killDuring(folder.path, "stop", spreading(id));
    expect(await goneWithin(id, 3000)).toBe(true);
    const { text, failure } = await resumed(folder.path);
    expect(failure).toBe("unknown-outcome");
    expect(text).toContain("up\n[The command was stopped with Skein.]");
  });

  it("have their real result when they had ended before", async () => {
    await using folder = await temporaryFolder();
    const command = "echo up; sleep 0.2; echo REAL >&2; (exit 3)";
    const call = { command };
    const context = contextIn(folder.path);
    await using one = developerHere();
    const before = await one.extension.callTool("shell", call, context);
    const after = await one.extension.recoverTool?.("shell", call, context);
    expect(wordsOf(before)).toBe("up\nREAL\n[exit code 3]");
    expect(after).toEqual(before);
  });

  it("are waited for by who asks while they still run", async () => {
    await using folder = await temporaryFolder();
    await using one = developerHere();
    await using other = developerHere();
    const input = { command: "echo up; sleep 0.4; echo REAL" };
    const begun = Promise.withResolvers<void>();
    const context = { ...contextIn(folder.path), progress: () => begun.resolve() };
    const call = one.extension.callTool("shell", input, context);
    await begun.promise;
    const recovered = await other.extension.recoverTool?.("shell", input, contextIn(folder.path));
    expect(recovered && wordsOf(recovered)).toBe("up\nREAL");
    expect(wordsOf(await call)).toBe("up\nREAL");
  });

  it("end at their deadline, with what they have started, and say what they had", async () => {
    await using folder = await temporaryFolder();
    await using one = developerHere();
    const id = uniqueSeconds();
    const command = `trap 'echo told' TERM; setsid sleep ${id} & echo up; sleep ${id} & wait; wait`;
    const input = { command, timeout_ms: 1_500 };
    const outcome = await one.extension.callTool("shell", input, contextIn(folder.path));
    expect(outcome).toMatchObject({ kind: "timed-out", afterMs: 1_500, partial: "up\ntold\n" });
    expect(await goneWithin(id, 3000)).toBe(true);
  });

  it("are told to end when the call is interrupted, and then ended", async () => {
    await using folder = await temporaryFolder();
    await using one = developerHere();
    const id = uniqueSeconds();
    const stop = new AbortController();
    const command = `trap 'echo told' TERM; setsid sleep ${id} & echo up; sleep ${id} & wait; wait`;
    const context = {
      ...contextIn(folder.path),
      signal: stop.signal,
      progress: () => stop.abort(),
    };
    const outcome = await one.extension.callTool("shell", { command }, context);
    expect(outcome).toMatchObject({ kind: "interrupted", started: true, partial: "up\ntold\n" });
    expect(await processesWith(id)).toEqual([]);
  });

  it("leave nothing in the background", async () => {
    await using folder = await temporaryFolder();
    await using one = developerHere();
    const id = uniqueSeconds();
    const command = `setsid sleep ${id} >/dev/null 2>&1 & sleep ${id} & echo done`;
    const outcome = await one.extension.callTool("shell", { command }, contextIn(folder.path));
    expect(wordsOf(outcome)).toBe("done");
    expect(await goneWithin(id, 3000)).toBe(true);
  });
});

describe.skipIf(process.platform !== "linux")("commands with onCrash continue", () => {
  it("go on to their deadline when the process is killed, and what came of them is collected", async () => {
    await using folder = await temporaryFolder();
    const id = uniqueSeconds();
    await killDuring(folder.path, "continue", spreading(id));
    await sleep(300);
    expect((await processesWith(id)).length).toBeGreaterThanOrEqual(4);
    const { text, failure } = await resumed(folder.path);
    expect(failure).toBe("timed-out");
    expect(text).toContain("up");
    expect(await goneWithin(id, 3000)).toBe(true);
  });
});

/** A place in which no namespace can be made: without rights, and with none left to make. */
const barred = [
  "unshare",
  "--user",
  "--map-root-user",
  "sh",
  "-c",
  'echo 0 >/proc/sys/user/max_user_namespaces && exec setpriv --bounding-set -all --inh-caps -all -- "$@"',
  "sh",
] as const;

async function canBeBarred(): Promise<boolean> {
  const [program, ...args] = [...barred, "true"];
  return promisify(execFile)(program, args).then(
    () => true,
    () => false,
  );
}

describe.skipIf(!(await canBeBarred()))("a system without namespaces", () => {
  it("refuses to open an agent that asks for onCrash stop, and says why", async () => {
    await using folder = await temporaryFolder();
    const [program, ...args] = [...barred, process.execPath, child, folder.path, "stop", "touch ran"];
    const refused = await promisify(execFile)(program, args).catch(
      (error: { stderr: string }) => error.stderr,
    );
    expect(refused).toContain("Commands cannot be stopped when Skein is killed.");
    expect(refused).toContain("leave onCrash at continue");
  });
});

function developerHere(): AsyncDisposable & { readonly extension: ReturnType<typeof developer> } {
  if (sandbox.tier === "none") throw new Error(sandbox.reason);
  const extension = developer({ wrap: (argv) => sandbox.wrap({ argv }) });
  return { extension, [Symbol.asyncDispose]: () => extension.close() };
}

function contextIn(folder: string): ToolContext {
  return {
    session: "s",
    callId: "c",
    cwd: folder,
    signal: new AbortController().signal,
    progress: () => {},
    callFolder: join(folder, "calls", "c"),
  };
}

function wordsOf(outcome: ToolOutcome): string {
  return isFailure(outcome) ? describeFailure("shell", outcome) : extractText(outcome.content);
}

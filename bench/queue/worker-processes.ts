import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { skein } from "../skein.ts";

export interface WorkerProcesses extends AsyncDisposable {
  /** Resolves when each of them waits for runs. */
  readonly ready: Promise<unknown>;
  /** Of all of them together, user and system, in milliseconds. */
  cpuMs(): number;
}

/** Real workers with a home each, as if each were on a machine of its own. */
export function workerProcesses(
  count: number,
  folder: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): WorkerProcesses {
  const children = Array.from({ length: count }, (_, number) => {
    const home = join(folder, `worker-${number}`);
    mkdirSync(home);
    return spawn(process.execPath, [skein, "worker", ...words], {
      cwd: home,
      env: { PATH: process.env["PATH"] ?? "", HOME: home, ...env },
      stdio: ["ignore", "ignore", "pipe"],
    });
  });
  return {
    ready: Promise.all(children.map(waits)),
    cpuMs: () => children.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0),
    async [Symbol.asyncDispose]() {
      await Promise.all(
        children.map(async (child) => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          child.kill("SIGTERM");
          await once(child, "exit");
        }),
      );
    },
  };
}

function waits(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (more: string) => {
    text = (text + more).slice(-4_000);
    if (text.includes("Waiting for runs.")) resolve();
  });
  child.once("exit", () => reject(new Error(`A worker has ended: ${text}`)));
  promise.catch(() => undefined);
  return promise;
}

/** Source: proc(5), /proc/pid/stat: fields 14 and 15, in hundredths of a second. */
function cpuMsOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

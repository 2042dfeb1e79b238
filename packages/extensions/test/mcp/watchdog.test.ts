import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { processesWith, waitForProcesses } from "@skein/test-kit";
import { expect, it, onTestFinished } from "vitest";
import { endProcesses } from "@skein/extension-kit/processes";

const watchdog = import.meta.resolve("@skein/extension-kit/processes");

/** Starts a process for each of its arguments, which are values of a mark, and dismisses what watches the first. */
const host = `
const [watchdog, ...values] = process.argv.slice(1);
const { startWatchdog } = await import(watchdog);
const { spawn } = process.getBuiltinModule("node:child_process");
const dogs = values.map((value) => {
  const dog = startWatchdog("SKEIN_TEST=" + value, 100);
  const child = spawn("sleep", ["600"], { detached: true, stdio: "ignore", env: { SKEIN_TEST: value } });
  dog.watch(child.pid);
  return dog;
});
dogs[0].dismiss();
setInterval(() => undefined, 1000);
console.log("ready");
`;

it.runIf(process.platform === "linux")(
  "watches several processes with one shell, and not what is dismissed",
  async () => {
    const values = ["one", "two", "three"].map((name) => `${name}.${crypto.randomUUID()}`) as [
      string,
      string,
      string,
    ];
    const args = ["--input-type=module", "-e", host, watchdog, ...values];
    const program = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(async () => {
      program.kill("SIGKILL");
      for (const value of values) await endProcesses({ group: undefined, mark: `SKEIN_TEST=${value}` });
    });
    await once(program.stdout, "data");
    expect(childrenOf(program.pid, "skein-watchdog")).toBe(1);
    program.kill("SIGKILL");
    await once(program, "exit");
    const [dismissed, ...watched] = values;
    for (const value of watched) await waitForProcesses(value, 0);
    expect(await processesWith(dismissed)).toHaveLength(1);
  },
);

function childrenOf(id: number | undefined, word: string): number {
  const numbers = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return numbers.filter((number) => {
    try {
      const stat = readFileSync(`/proc/${number}/stat`, "latin1");
      const parent = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
      return Number(parent) === id && readFileSync(`/proc/${number}/cmdline`, "latin1").includes(word);
    } catch {
      return false; // it has ended
    }
  }).length;
}

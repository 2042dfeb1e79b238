import { groupedNumber } from "@skein/protocol";
import { resolveLimits, type LimitOptions } from "@skein/sandbox/command-limits";
import { loadDeveloper, loadSandbox } from "../later.ts";

/** The program that counts what commands use; `undefined` where it is not installed, and a shell script counts. */
export async function counterOf(launcher: "auto" | "off" = "auto"): Promise<string | undefined> {
  if (launcher === "off") return undefined;
  return (await loadDeveloper()).findLauncher();
}

/** What one command may have, as the end of a sentence. */
export function limitsText(settings: LimitOptions): string {
  const { processes, memoryBytes } = resolveLimits(settings);
  return `${groupedNumber(processes)} processes and ${memoryText(memoryBytes)} of memory`;
}

/** The limits of commands in the sandbox and what holds them, as sentences for the user. */
export async function describeLimits(
  settings: LimitOptions,
  launcher: "auto" | "off" | undefined,
): Promise<string> {
  const { kernelLimits } = await loadSandbox();
  const kernel = kernelLimits();
  const counter = (await counterOf(launcher)) === undefined ? "a shell script" : "a program";
  const held =
    "folder" in kernel
      ? "and the kernel holds them (cgroup v2)."
      : `and the kernel does not hold them. ${kernel.reason}`;
  return `A command may have ${limitsText(settings)} (sandboxAccess.processes, sandboxAccess.memory). In the sandbox, ${counter} counts them, ${held}`;
}

function memoryText(bytes: number): string {
  const gigabytes = bytes / 2 ** 30;
  if (gigabytes < 1) return `${Math.floor(bytes / 2 ** 20)} MB`;
  return `${gigabytes < 10 ? Math.floor(gigabytes * 10) / 10 : Math.floor(gigabytes)} GB`;
}

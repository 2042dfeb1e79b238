import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { exitCodes } from "../../../packages/protocol/src/index.ts";
import { processesWith, temporaryFolder } from "../../../packages/test-kit/src/index.ts";
import { serveBadHttp } from "./bad-http-server.ts";
import type { BadServer } from "./bad-servers.ts";

export interface TriedServer {
  readonly mode: string;
  readonly outcome: string;
  readonly exitCode: number | null;
  readonly seconds: number;
  /** Of memory, in megabytes, of the command alone. Linux only; elsewhere 0. */
  readonly peakMb: number;
  /** What is not as it must be. */
  readonly problems: readonly string[];
}

const command = fileURLToPath(new URL("../../../apps/cli/src/main.ts", import.meta.url));
const server = fileURLToPath(new URL("bad-server.ts", import.meta.url));
/** What a run may take beyond its time limit, or in all when it has none; a machine may be busy. */
const mostSeconds = 30;
/** What a server may cost of memory beside a run with a quiet one. */
export const mostMb = 150;
const everyMs = 20;

/** Has `skein run` call the tool of a server, and measures. @param entry - of the command; default: its source. */
export async function tryServer(
  { mode, outcome: wanted, maxTime, transport }: BadServer,
  entry: string = command,
): Promise<TriedServer> {
  await using folder = await temporaryFolder();
  const script = join(folder.path, "script.json");
  // More than one word: a server may ask the model as well.
  const words = Array.from({ length: 30 }, () => ({ text: "That was the last word." }));
  // A server of a flag is named after its address or its program.
  const name = transport === "http" ? "_127-0-0-1__work" : "bad-server__work";
  const turns = [{ calls: [{ name, input: {} }] }, ...words];
  writeFileSync(script, JSON.stringify({ turns }));
  await using http = transport === "http" ? await serveBadHttp(mode) : undefined;
  const extension = http
    ? ["--with-streamable-http-extension", http.url]
    : ["--with-extension", `${process.execPath} ${server} '${mode}' ${folder.path}`];
  const who = ["--provider", "replay", "--model", script, "--mode", "auto", "--no-profile"];
  const how = ["--output-format", "json", ...(maxTime === undefined ? [] : ["--max-time", `${maxTime}s`])];
  const env = { PATH: process.env["PATH"] ?? "", HOME: folder.path, SKEIN_NO_KEYRING: "1" };
  const startedAt = performance.now();
  const child = spawn(process.execPath, [entry, "run", "-t", "go", ...who, ...how, ...extension], {
    cwd: folder.path,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000,
  });
  let [stdout, stderr, peakMb] = ["", "", 0];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const measuring = setInterval(() => (peakMb = Math.max(peakMb, peakOf(child.pid))), everyMs);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  clearInterval(measuring);
  const seconds = (performance.now() - startedAt) / 1_000;
  const outcome = outcomeIn(stdout);
  const left = await processesWith(folder.path);
  const problems = [
    ...(outcome === wanted && exitCode === exitCodes[wanted]
      ? []
      : [`ended as ${outcome}, exit code ${exitCode}: ${stderr.trim().slice(-300)}`]),
    ...(seconds <= (maxTime ?? 0) + mostSeconds ? [] : [`took ${seconds.toFixed(1)} s`]),
    ...(left.length === 0 ? [] : [`${left.length} processes were left behind`]),
  ];
  return { mode, outcome, exitCode, seconds, peakMb, problems };
}

/** Source: proc_pid_status(5): the most that was ever resident. */
function peakOf(id: number | undefined): number {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1];
    return Number(kilobytes ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

function outcomeIn(stdout: string): string {
  try {
    return (JSON.parse(stdout) as { readonly outcome: string }).outcome;
  } catch {
    return "none";
  }
}

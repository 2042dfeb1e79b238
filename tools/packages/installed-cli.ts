import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { readTarball } from "./tarball.ts";

/** Both results can only come from the tools: the script says neither. */
const script = {
  turns: [
    {
      text: "I look.",
      calls: [
        { name: "shell", input: { command: "cat greeting.txt" } },
        { name: "search", input: { pattern: "mor.ing" } },
      ],
    },
    { text: "There is a greeting." },
  ],
};
const proofs = ['"text":"good morning"', "1: good morning", '"outcome":"done"'];

/**
 * What a terminal user does first: installs the command's tarball into an empty prefix, asks for its version and its
 * help, and has it do a task with a command and a search, which needs the binary that is not in the bundle.
 *
 * @returns what went wrong.
 */
export async function installedCliProblem(folder: string, tarball: string): Promise<string | undefined> {
  const prefix = join(folder, "prefix");
  const work = join(folder, "work");
  const home = join(folder, "home");
  for (const path of [prefix, work, home]) mkdirSync(path, { recursive: true });
  writeFileSync(join(work, "greeting.txt"), "good morning\n");
  writeFileSync(join(work, "script.json"), JSON.stringify(script));

  const windows = process.platform === "win32";
  const bin = windows ? prefix : join(prefix, "bin");
  const env = { PATH: process.env["PATH"], HOME: home, SKEIN_HOME: home };
  const run = (command: string, ...args: string[]) =>
    promisify(execFile)(command, args, { cwd: work, env, shell: windows, timeout: 120_000 });
  const skein = (...args: string[]) => run(join(bin, windows ? "skein.cmd" : "skein"), ...args);
  try {
    const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
    await promisify(execFile)("npm", ["install", "--global", "--prefix", prefix, ...quiet, tarball], {
      shell: windows,
    });
    const said = (await skein("--version")).stdout.trim();
    if (said !== versionIn(tarball)) return `skein --version says ${JSON.stringify(said)}.`;
    const help = (await skein("--help")).stdout;
    if (!help.includes("skein run")) return `skein --help does not speak of skein run:\n${help}`;
    const replay = ["--provider", "replay", "--model", "script.json", "--mode", "auto"];
    const task = ["-t", "Is there a greeting?", "--output-format", "stream-json"];
    const { stdout, stderr } = await skein("run", ...replay, ...task);
    const lacking = proofs.filter((proof) => !stdout.includes(proof));
    return lacking.length === 0
      ? undefined
      : `skein run does not say ${lacking.join(", ")}:\n${stdout}${stderr}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function versionIn(tarball: string): string | undefined {
  const text = readTarball(tarball).get("package.json")?.toString() ?? "{}";
  return (JSON.parse(text) as { version?: string }).version;
}

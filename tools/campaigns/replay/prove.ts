import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../../../packages/test-kit/src/index.ts";
import { postsTo, recordSession, type RecordedSession } from "./record.ts";
import type { ReplayReport } from "./replay.ts";
import { wires } from "./wires.ts";

export interface Proof {
  readonly wire: string;
  readonly requests: number;
  readonly equal: number;
  readonly differences: number;
  /** Bodies that the server received, and how many of them the replay made again byte for byte. */
  readonly bodies: number;
  readonly equalBodies: number;
  /** What the replay saw of the network. */
  readonly reached: ReplayReport["reached"];
  readonly isolation: string;
  /** The first difference after one byte of the system prompt was changed, and the program's exit code. */
  readonly changed: { readonly difference: string; readonly exitCode: number };
  /** What is not as it must be. */
  readonly problems: readonly string[];
}

/** Records a session on a wire, and replays it where there is no network, no key and no tool. */
export async function prove(name: string): Promise<Proof> {
  const wire = wires[name];
  if (!wire) throw new Error(`There is no wire "${name}"; there are: ${Object.keys(wires).join(", ")}.`);
  await using folder = await temporaryFolder();
  const recorded = await recordSession(wire, folder.path);
  await using _ = recorded.server;
  // What the tools worked on is gone too.
  await rename(recorded.cwd, join(folder.path, "moved"));
  const [same, other] = await Promise.all([
    replayElsewhere(recorded, name, folder.path),
    replayElsewhere(recorded, name, folder.path, "--change"),
  ]);
  const { requests, equal, differences, reached } = same.report;
  const again = same.report.bodies.flatMap(({ body, attempts }) => Array<string>(attempts).fill(body));
  const equalBodies = recorded.bodies.filter((body, at) => body === again[at]).length;
  const problems = [
    ...problem(
      recorded.outcomes.every((outcome) => outcome === "done"),
      `recording ended ${recorded.outcomes.join()}`,
    ),
    ...problem(
      requests >= 5 && recorded.bodies.length === requests + 1,
      "the recording is not the planned one",
    ),
    ...problem(same.exitCode === 0 && equal === requests, differences.join("\n")),
    ...problem(equalBodies === recorded.bodies.length && again.length === equalBodies, "bodies differ"),
    ...problem(same.report.drift === 0, `${same.report.drift} entries drifted`),
    ...problem(!/answered|connected/.test(reached.after), `the network was reached: ${reached.after}`),
    ...problem(
      same.isolation === "blocked sockets" || !/answered|connected/.test(reached.before),
      `the network namespace leaks: ${reached.before}`,
    ),
    ...problem(postsTo(recorded.server).length === recorded.bodies.length, "the replay asked the model"),
    ...problem(!same.report.environment.some((key) => /KEY|TOKEN|SECRET/.test(key)), "a key was in reach"),
    ...problem(
      other.exitCode === 1 && other.report.differences.length === requests && other.report.equal === 0,
      "a changed byte went unnoticed",
    ),
  ];
  return {
    wire: name,
    requests,
    equal,
    differences: differences.length,
    bodies: recorded.bodies.length,
    equalBodies,
    reached,
    problems,
    isolation: same.isolation,
    changed: { difference: other.report.differences[0] ?? "", exitCode: other.exitCode },
  };
}

function problem(isFine: boolean, what: string): string[] {
  return isFine ? [] : [what];
}

interface Elsewhere {
  readonly report: ReplayReport;
  readonly exitCode: number;
  readonly isolation: string;
}

const program = fileURLToPath(new URL("replay.ts", import.meta.url));

/** A process of its own: an empty environment, no programs on its path, and where the system can, no network at all. */
async function replayElsewhere(
  { data, session, server }: RecordedSession,
  wire: string,
  home: string,
  ...flags: readonly string[]
): Promise<Elsewhere> {
  const node = [process.execPath, program, join(data, "sessions"), session];
  const told = [...node, "--wire", wire, "--url", server.url, ...flags];
  const unshare = programOnPath("unshare");
  const env = { HOME: home, PATH: join(home, "no-programs") };
  if (unshare !== undefined) {
    const ended = await runToEnd([unshare, "--user", "--map-root-user", "--net", "--", ...told], env);
    // Where the system does not allow it, the program has not even begun.
    if (ended.output !== "") return { ...reportOf(ended), isolation: "no network, blocked sockets" };
  }
  return { ...reportOf(await runToEnd(told, env)), isolation: "blocked sockets" };
}

function programOnPath(name: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

interface Ended {
  readonly exitCode: number;
  readonly output: string;
  readonly complaints: string;
}

function runToEnd([command = "", ...args]: readonly string[], env: Record<string, string>): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    let [output, complaints] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (complaints += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ exitCode: code ?? 1, output, complaints }));
  });
}

function reportOf({ exitCode, output, complaints }: Ended): { report: ReplayReport; exitCode: number } {
  if (output === "") throw new Error(`The replay said nothing.\n${complaints}`);
  return { report: JSON.parse(output) as ReplayReport, exitCode };
}

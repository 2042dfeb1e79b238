import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { exitCodes } from "../../../packages/protocol/src/index.ts";
import { temporaryFolder } from "../../../packages/test-kit/src/index.ts";
import { answerOf, wireOf } from "./wires.ts";
import type { TortureCase, WantedCall } from "./cases.ts";
import type { MarksPlan } from "./marks.ts";

export interface Tried {
  readonly id: string;
  readonly outcome: string;
  readonly exitCode: number | null;
  readonly requests: number;
  /** Calls that ran. */
  readonly ran: number;
  /** What is not as it must be. */
  readonly problems: readonly string[];
}

const command = fileURLToPath(new URL("../../../apps/cli/src/main.ts", import.meta.url));
const marks = fileURLToPath(new URL("marks.ts", import.meta.url));
const answer = "That was the last word.";

/** Serves a stream to `skein run`, with tools that leave marks, and looks at how it ends and at what ran. */
export async function tryCase(given: TortureCase): Promise<Tried> {
  await using folder = await temporaryFolder();
  const wire = wireOf(given.api);
  const fails = given.wanted.outcome === "provider";
  const reply = withOurNames(given);
  await using server = await wire.serve((_, count) =>
    fails || count < given.rounds ? reply : answerOf(answer),
  );
  const file = join(folder.path, "marks.jsonl");
  const plan: MarksPlan = { file, names: given.tools, schema: given.schema };
  const server64 = Buffer.from(JSON.stringify(plan)).toString("base64");
  const withTools = ["--with-extension", `${process.execPath} ${marks} ${server64}`];
  const flags = ["--mode", "auto", "--no-profile", "--no-session", "--output-format", "json"];
  const args = ["run", "-t", "go", ...flags, ...withTools];
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder.path,
    SKEIN_NO_KEYRING: "1",
    ...wire.env(server.url),
  };
  const { exitCode, stdout, stderr } = await runToEnd([command, ...args], { cwd: folder.path, env });
  const result = resultIn(stdout);
  const requests = server.requests.filter(({ method }) => method === "POST");
  const ran = existsSync(file) ? linesOf(readFileSync(file, "utf8")) : [];
  const told = requests[1]?.bytes.toString() ?? "";
  return {
    id: given.id,
    outcome: result?.outcome ?? "none",
    exitCode,
    requests: requests.length,
    ran: ran.length,
    problems: problemsOf(given, { exitCode, ...result, ran, requests: requests.length, told, stderr }),
  };
}

/** The stream, in which tools are called as the model is told here: after their server. */
function withOurNames({ reply, tools }: TortureCase): TortureCase["reply"] {
  if (!("bytes" in reply)) return reply;
  const given = typeof reply.bytes === "string" ? Buffer.from(reply.bytes) : reply.bytes;
  const said = tools.reduce(
    (text, name) =>
      text.replaceAll(
        new RegExp(String.raw`(\\*"name\\*"\s*:\s*\\*")${escaped(name)}(?=\\*")`, "g"),
        (_, before: string) => `${before}marks__${name}`,
      ),
    Buffer.from(given).toString("latin1"),
  );
  const bytes = Buffer.from(said, "latin1");
  return { ...reply, bytes, ...(reply.cutAfterBytes === undefined ? {} : { cutAfterBytes: bytes.length }) };
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

interface Seen {
  readonly exitCode: number | null;
  readonly outcome?: string;
  readonly text?: string;
  readonly ran: readonly WantedCall[];
  readonly requests: number;
  /** The second request's body. */
  readonly told: string;
  readonly stderr: string;
}

function problemsOf({ wanted, rounds }: TortureCase, seen: Seen): readonly string[] {
  const problems: string[] = [];
  const { outcome, exitCode, text = "", ran, requests, told, stderr } = seen;
  if (outcome !== wanted.outcome || exitCode !== exitCodes[wanted.outcome])
    problems.push(`ended as ${outcome}, exit code ${exitCode}: ${stderr.trim().split("\n")[0]}`);
  if (outcome === "provider" && (text !== "" || requests !== 4))
    problems.push("a failure was not tried again");
  const isToldOff = requests === 2 && told.includes("so it was not run");
  if (wanted.ran && !(wanted.orTold && ran.length === 0) && !sameCalls(ran, wanted.ran))
    problems.push(`ran ${JSON.stringify(ran).slice(0, 200)}`);
  if (wanted.orTold && ran.length === 0 && !isToldOff) problems.push("neither ran nor was told");
  if (outcome === "done" && requests > rounds + 1) problems.push("it went round in circles");
  if (ran.length > 0 && requests !== rounds + 1)
    problems.push(`${requests} requests for ${rounds} rounds of calls`);
  if (wanted.outcome === "done" && wanted.text !== undefined && text.trim() !== wanted.text.trim())
    problems.push(`said ${JSON.stringify(text)}`);
  return problems;
}

/** Calls of one reply may run in any order. */
function sameCalls(ran: readonly WantedCall[], wanted: readonly WantedCall[]): boolean {
  const left = [...ran];
  for (const { name, args } of wanted) {
    const at = left.findIndex(
      (one) => one.name === name && (args === undefined || isDeepStrictEqual(one.args, args)),
    );
    if (at === -1) return false;
    left.splice(at, 1);
  }
  return left.length === 0;
}

function linesOf(text: string): readonly WantedCall[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as WantedCall);
}

function resultIn(stdout: string): { readonly outcome: string; readonly text: string } | undefined {
  try {
    return JSON.parse(stdout) as { readonly outcome: string; readonly text: string };
  } catch {
    return undefined;
  }
}

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function runToEnd(
  args: readonly string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      ...options,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 60_000,
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}

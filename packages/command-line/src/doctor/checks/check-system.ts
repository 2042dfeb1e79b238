import { delimiter, isAbsolute, join } from "node:path";
import { arch } from "node:os";
import type { Machine } from "@skein/host";
import { isProgram } from "@skein/platform/files";
import { crashTier, workspaceLimitsIn, sandboxTiers } from "@skein/runtime";
import type { CheckFinding } from "./finding.ts";

const area = "machine";
const oldestNode = 24;

export interface Versions {
  readonly skein: string;
  /** Of Node.js, which runs it. */
  readonly node: string;
}

/** What commands in the sandbox cannot do in a folder, where there is a sandbox. */
export async function* checkSandboxIn(cwd: string): AsyncGenerator<CheckFinding> {
  if ((await sandboxTiers()).found.length === 0) return;
  for (const { text, hint } of await workspaceLimitsIn(cwd)) yield { area, state: "note", text, fix: hint };
}

/** What lies below Skein. Needs no folders. */
export async function* checkSystem(
  { env }: Pick<Machine, "env">,
  { skein, node }: Versions,
): AsyncGenerator<CheckFinding> {
  yield { area, state: "ok", text: `skein ${skein} on ${process.platform} ${arch()}` };
  if (Number(node.split(".")[0]) >= oldestNode) yield { area, state: "ok", text: `Node.js ${node}` };
  else {
    const fix = `Install Node.js ${oldestNode} or newer from https://nodejs.org.`;
    yield { area, state: "problem", text: `Node.js ${node} is too old.`, fix };
  }
  for (const { name, use, fix } of programs) {
    const path = findProgram(name, env["PATH"] ?? "");
    if (path !== undefined) yield { area, state: "ok", text: `${name}: ${path}` };
    else yield { area, state: "note", text: `${name} was not found: ${use}.`, fix };
  }
  yield await sandboxFinding();
  const crash = await crashTier();
  if (crash.tier === "none") {
    const text = `Commands go on when Skein is killed; onCrash stop is refused. ${crash.reason}`;
    yield { area, state: "note", text, fix: crash.hint };
  } else {
    const text = `onCrash stop works: ${crash.tier}, by ${crash.means}; it is no barrier`;
    yield { area, state: "ok", text };
  }
}

async function sandboxFinding(): Promise<CheckFinding> {
  const { found, missing } = await sandboxTiers();
  const [best] = found;
  if (best !== undefined) {
    const network = best.network === "hosts" ? "single hosts can be allowed" : "network is all or none";
    return { area, state: "ok", text: `Sandbox: ${best.tier}; ${network}` };
  }
  const wanted = missing.find(({ tier }) => tier === "bwrap");
  return {
    area,
    state: "note",
    text: `No sandbox: commands run with your own rights. ${wanted?.reason ?? ""}`.trim(),
    fix: wanted?.hint ?? "Keep to a mode that asks (smart_approve, approve), or run Skein in a container.",
  };
}

const programs = [
  {
    name: "bash",
    use: "the shell tool then runs commands with sh",
    fix: "Install bash for commands written for it.",
  },
  { name: "git", use: "projects under version control cannot be looked into", fix: "Install git." },
  {
    name: "rg",
    use: "nothing is lost, ripgrep comes with Skein",
    fix: "Install ripgrep if commands should have it too.",
  },
] as const;

/** Like a shell looks for it, but never in relative folders: those depend on where one is. */
function findProgram(name: string, path: string): string | undefined {
  const names = process.platform === "win32" ? [`${name}.exe`, `${name}.cmd`] : [name];
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .flatMap((folder) => names.map((one) => join(folder, one)))
    .find(isProgram);
}

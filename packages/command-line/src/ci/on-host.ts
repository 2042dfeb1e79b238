import { join } from "node:path";
import { openHost, type Host, type HostParts, type LiveSession } from "@skein/host";
import { writeOutputFile } from "../output-file/write-output-file.ts";
import { reportSarif } from "@skein/review";
import { reviewChange } from "../review/review-change.ts";
import { withSubagentFiles } from "@skein/host/sessions";
import { makePrivateFolder } from "@skein/platform/files";
import type { RunResult } from "@skein/protocol";
import type { CiPorts, CiReviewTask, CiTask } from "./ci-ports.ts";

export interface OnHostParts {
  readonly host: HostParts;
  /** The checkout; absolute. */
  readonly cwd: string;
  /** Where the journals go, for an artifact; absolute. */
  readonly sessionsFolder: string;
  /** Runs a session to its end, and shows it in the log. */
  show(run: {
    readonly session: LiveSession;
    readonly sessions: Host["sessions"];
    readonly input: string;
  }): Promise<{ readonly result: RunResult; readonly exitCode: number }>;
  /** A line of the log about a review. */
  readonly tell: (sentence: string) => void;
  readonly signal: AbortSignal;
  /** Who writes SARIF. */
  readonly tool: { readonly name: string; readonly version: string };
}

const nobody = { deny: "No one can be asked in this job. Go on without it, and say what you could not do." };

/** Runs tasks and reviews as sessions of a host, and leaves their journals in a folder. */
export function workOnHost(parts: OnHostParts): Pick<CiPorts, "run" | "review"> {
  return { run: (task) => runTask(parts, task), review: (task) => review(parts, task) };
}

async function runTask(parts: OnHostParts, task: CiTask): ReturnType<CiPorts["run"]> {
  const { text, system, readOnly, trustsCheckout, mode, maxTurns } = task;
  await using host = await openHost(parts.host);
  const recipe = task.recipe === undefined ? undefined : await openRecipe(host, parts.cwd, task);
  const session = await host.open({
    cwd: parts.cwd,
    overrides: { ...limitsOf(task), mode, maxTurns },
    readOnly,
    hasHints: trustsCheckout,
    hasProfile: trustsCheckout,
    builtins: trustsCheckout ? [] : ["developer"],
    system,
    recipe,
    attended: () => Promise.resolve(nobody),
  });
  const { result, exitCode } = await parts.show({
    session,
    sessions: host.sessions,
    input: recipe ? recipe.input(text) : text,
  });
  await keepJournals(parts, host, [session.id]);
  const { outcome, costUsd, turns, error } = result;
  return {
    outcome,
    exitCode,
    costUsd,
    turns,
    text: answerOf(result),
    problem: error?.message,
    sessions: [session.id],
  };
}

/** What a program is to read is shown as code. */
function answerOf({ output, text }: RunResult): string {
  if (output === undefined) return text;
  return `\`\`\`json\n${JSON.stringify(output, undefined, 2)}\n\`\`\``;
}

function openRecipe(host: Host, cwd: string, { recipe = "", params, trustHashes }: CiTask) {
  return host.openRecipe({ recipe, cwd, folder: cwd, params, subRecipes: [], trustHashes });
}

async function review(parts: OnHostParts, task: CiReviewTask): ReturnType<CiPorts["review"]> {
  const { diff: text, subject, failOn, trustsCheckout } = task;
  const { report, checks, exitCode } = await reviewChange(parts.host, {
    change: { cwd: parts.cwd, diff: { text, subject } },
    only: undefined,
    failOn,
    parallel: 4,
    trustsFolder: trustsCheckout,
    overrides: limitsOf(task),
    tell: parts.tell,
    signal: parts.signal,
  });
  await using host = await openHost(parts.host);
  await keepJournals(
    parts,
    host,
    report.checks.flatMap(({ sessions }) => sessions),
  );
  const sarif = reportSarif(report, checks, parts.tool);
  return { report, exitCode, sarif: `${JSON.stringify(sarif, undefined, 2)}\n` };
}

function limitsOf({ provider, model, maxCost, maxTime }: CiTask | CiReviewTask) {
  return { provider, model, maxCostUsd: maxCost, maxTimeMs: maxTime };
}

/** One file for each session and subagent, as `replay` reads them. */
async function keepJournals(
  { sessionsFolder, signal }: OnHostParts,
  { sessions }: Host,
  ids: readonly string[],
): Promise<void> {
  makePrivateFolder(sessionsFolder);
  const listed = await sessions.list();
  const files = ids.flatMap((session) =>
    withSubagentFiles(listed, { session, path: join(sessionsFolder, `${session}.json`) }),
  );
  for (const { session, path } of files) {
    const { pieces } = await sessions.export(session, { format: "json" });
    await writeOutputFile(pieces, { path, force: true }, { signal, atExit: () => () => undefined });
  }
}

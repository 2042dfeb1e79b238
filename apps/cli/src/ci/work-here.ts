import { randomUUID } from "node:crypto";
import { appendFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import {
  logCommand,
  openGitHubApi,
  outputLines,
  readEvent,
  readInputs,
  runCi,
  withoutCommands,
} from "@skein/ci";
import { workOnHost } from "@skein/ci/on-host";
import { ConfigError, exitCodes, type JsonValue } from "@skein/protocol";
import { readGit } from "@skein/runtime/repository";
import { thisMachine } from "../machine.ts";
import { outputWriter } from "../output/output-writer.ts";
import { warn } from "../print.ts";
import { engines } from "../providers.ts";
import { userRedactor } from "../session/user-redactor.ts";
import { showRun } from "../show-run.ts";
import { abortOnSignals, watchStop } from "../signals.ts";
import { version } from "../version.ts";
import { sayNotice } from "../wording/say-notice.ts";

/** What a runner tells its steps, and no command of a model: files that later steps obey, and its own credentials. */
const ofRunner = /^(GITHUB_(ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)|ACTIONS_.*|SKEIN_CI_INPUTS)$/;

/** Does the job of this process's environment. @returns the exit code. */
export async function workHere(given: Record<string, JsonValue>, payload: JsonValue): Promise<number> {
  const { env } = process;
  const inputs = readInputs(given);
  const repository = needed("GITHUB_REPOSITORY");
  const event = readEvent(needed("GITHUB_EVENT_NAME"), repository, payload);
  const url = env["GITHUB_API_URL"] ?? "https://api.github.com";
  const server = env["GITHUB_SERVER_URL"];
  const cwd = process.cwd();
  const machine = thisMachine();
  const rest = Object.fromEntries(Object.entries(env).filter(([name]) => !ofRunner.test(name)));
  using stop = abortOnSignals();
  const { signal } = stop;
  const wait = (ms: number) => setTimeout(ms, undefined, { signal });
  const token = needed("GITHUB_TOKEN");
  const api = await openGitHubApi({ url, token, repository, wait, now: Date.now, signal }, env);
  const redactor = await userRedactor(cwd);
  const mark = () => randomUUID().replaceAll("-", "");
  const commands = withoutCommands(mark());
  const append = async (variable: string, text: string) => {
    const path = env[variable] ?? "";
    if (path !== "") await appendFile(path, text);
  };
  const head = await readGit(["rev-parse", "HEAD"], { cwd, env, signal });
  const write = (text: string) => void process.stdout.write(text);
  const asLog = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    write(commands.from);
    return work().finally(() => write(commands.to));
  };
  const work = workOnHost({
    host: { ...machine, env: rest, providers: engines, notify: sayNotice },
    cwd,
    sessionsFolder: join(env["RUNNER_TEMP"] ?? cwd, "skein-sessions"),
    async show(run) {
      using stopWatch = watchStop();
      return showRun({ ...run, writer: outputWriter({}), stopWatch });
    },
    tell: warn,
    signal,
    tool: { name: "skein review", version },
  });
  return runCi(
    {
      event,
      inputs,
      job: {
        name: `${env["GITHUB_WORKFLOW"] ?? ""}/${env["GITHUB_JOB"] ?? ""}`,
        url: server && `${server}/${repository}/actions/runs/${env["GITHUB_RUN_ID"] ?? ""}`,
        sha: env["GITHUB_SHA"] ?? "",
        head: head.code === exitCodes.done ? head.stdout.trim() : undefined,
      },
    },
    {
      api,
      run: (task) => asLog(() => work.run(task)),
      review: (task) => asLog(() => work.review(task)),
      say: (level, text) => write(logCommand(level, text)),
      writeOutputs: (outputs) => append("GITHUB_OUTPUT", outputLines(outputs, mark())),
      writeSummary: (markdown) => append("GITHUB_STEP_SUMMARY", markdown),
      writeSarif: (file, sarif) => writeFile(resolve(cwd, file), sarif),
      redact: (text) => redactor.redact(text).replaceAll(token, "[key]"),
      mark,
    },
  );
}

function needed(variable: string): string {
  const value = process.env[variable] ?? "";
  if (value !== "") return value;
  throw new ConfigError("usage", `${variable} is not set.`, {
    hint: "skein ci is the job of a GitHub workflow, which sets it; GITHUB_TOKEN is handed over in env.",
  });
}

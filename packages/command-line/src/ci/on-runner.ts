import { randomUUID } from "node:crypto";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { ConfigError, isJsonObject, messageOf, type JsonValue } from "@skein/protocol";
import { readEvent } from "./event/read-event.ts";
import { openGitHubApi } from "./github/api.ts";
import { readInputs } from "./inputs/read-inputs.ts";
import { workOnHost, type OnHostParts } from "./on-host.ts";
import { logCommand, outputLines, withoutCommands } from "./report/log-commands.ts";
import { runCi } from "./run-ci.ts";

export interface OnRunnerParts extends Omit<OnHostParts, "sessionsFolder"> {
  /** Inputs that win over those of the action. */
  readonly given: Readonly<Record<string, string>>;
  /** The step's: what GitHub documents of it is read, the model's commands get the rest. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What is checked out; `undefined`: not known. */
  readonly head: string | undefined;
  /** To the log of the step. */
  readonly write: (text: string) => void;
  /** Hides secrets. */
  readonly redact: (text: string) => string;
}

/** Files that later steps obey, and the runner's own credentials. */
const ofRunner = /^(GITHUB_(ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)|ACTIONS_.*|SKEIN_CI_INPUTS)$/;

/** Does the job of a step in a GitHub workflow. Throws `ConfigError`. @returns the exit code. */
export async function workOnRunner(parts: OnRunnerParts): Promise<number> {
  const { env, cwd, head, write, redact, signal } = parts;
  const inputs = readInputs({ ...inputsOfAction(env["SKEIN_CI_INPUTS"]), ...parts.given });
  const repository = needed(env, "GITHUB_REPOSITORY");
  const event = readEvent(needed(env, "GITHUB_EVENT_NAME"), repository, await payloadIn(env));
  const url = env["GITHUB_API_URL"] ?? "https://api.github.com";
  const server = env["GITHUB_SERVER_URL"];
  const token = needed(env, "GITHUB_TOKEN");
  const wait = (ms: number) => setTimeout(ms, undefined, { signal });
  const api = await openGitHubApi({ url, token, repository, wait, now: Date.now }, env);
  const mark = () => randomUUID().replaceAll("-", "");
  const commands = withoutCommands(mark());
  const asLog = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    write(commands.from);
    return work().finally(() => write(commands.to));
  };
  const append = async (path = "", text: string) => {
    if (path !== "") await appendFile(path, text);
  };
  const rest = Object.fromEntries(Object.entries(parts.host.env).filter(([name]) => !ofRunner.test(name)));
  const work = workOnHost({
    ...parts,
    host: { ...parts.host, env: rest },
    sessionsFolder: join(env["RUNNER_TEMP"] ?? cwd, "skein-sessions"),
  });
  const job = {
    name: `${env["GITHUB_WORKFLOW"] ?? ""}/${env["GITHUB_JOB"] ?? ""}`,
    url: server && `${server}/${repository}/actions/runs/${env["GITHUB_RUN_ID"] ?? ""}`,
    sha: env["GITHUB_SHA"] ?? "",
    head,
  };
  return runCi(
    { event, inputs, job },
    {
      api,
      run: (task) => asLog(() => work.run(task)),
      review: (task) => asLog(() => work.review(task)),
      say: (level, text) => write(logCommand(level, redact(text))),
      writeOutputs: (outputs) => append(env["GITHUB_OUTPUT"], redact(outputLines(outputs, mark()))),
      writeSummary: (markdown) => append(env["GITHUB_STEP_SUMMARY"], redact(markdown)),
      writeSarif: (file, sarif) => writeFile(resolve(cwd, file), redact(sarif)),
      redact,
      mark,
    },
  );
}

function inputsOfAction(text = "{}"): Readonly<Record<string, JsonValue>> {
  try {
    const value = JSON.parse(text) as JsonValue;
    if (isJsonObject(value)) return value;
  } catch (error) {
    throw new ConfigError("usage", `SKEIN_CI_INPUTS is no JSON: ${messageOf(error)}`);
  }
  throw new ConfigError("usage", "SKEIN_CI_INPUTS is no object of names and texts.");
}

async function payloadIn(env: OnRunnerParts["env"]): Promise<JsonValue> {
  try {
    return JSON.parse(await readFile(env["GITHUB_EVENT_PATH"] ?? "", "utf8")) as JsonValue;
  } catch (error) {
    throw new ConfigError(
      "unreadable",
      `The event cannot be read from GITHUB_EVENT_PATH (${messageOf(error)}).`,
      { hint: elsewhere },
    );
  }
}

const elsewhere = "This is the job of a GitHub workflow, which sets it; elsewhere, start a run or a review.";

function needed(env: OnRunnerParts["env"], variable: string): string {
  const value = env[variable] ?? "";
  if (value !== "") return value;
  throw new ConfigError("usage", `${variable} is not set.`, {
    hint: variable === "GITHUB_TOKEN" ? "Hand it over in env: GITHUB_TOKEN: ${{ github.token }}" : elsewhere,
  });
}

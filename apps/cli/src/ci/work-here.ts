import { shareSessions } from "@skein/session-processes";
import { workOnRunner } from "@skein/command-line/ci/on-runner";
import { exitCodes } from "@skein/protocol";
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

/** Does the job of this process's environment. @returns the exit code. */
export async function workHere(given: Readonly<Record<string, string>>): Promise<number> {
  const { env } = process;
  const cwd = process.cwd();
  using stop = abortOnSignals();
  const { signal } = stop;
  const redactor = await userRedactor(cwd);
  const head = await readGit(["rev-parse", "HEAD"], { cwd, env, signal });
  return workOnRunner({
    given,
    env,
    cwd,
    head: head.code === exitCodes.done ? head.stdout.trim() : undefined,
    host: { ...thisMachine(), providers: engines, notify: sayNotice, shareSessions },
    write: (text) => void process.stdout.write(text),
    redact: (text) => redactor.redact(text),
    async show(run) {
      using stopWatch = watchStop();
      return showRun({ ...run, writer: outputWriter({}), stopWatch });
    },
    tell: warn,
    signal,
    tool: { name: "skein review", version },
  });
}

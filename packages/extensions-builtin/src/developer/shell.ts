import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { privateIndexVariables } from "@skein/platform/variables";
import { defineTool, resultBytes } from "@skein/extension-kit";
import { endProcesses, startOf } from "@skein/extension-kit/processes";
import type { Tool, ToolContext, ToolFailure, ToolOutcome } from "@skein/protocol";
import { fields, flag, integer, optional, text } from "../fields.ts";
import type { Jobs, JobSettings } from "./jobs/jobs.ts";
import { recoverJob, startJob } from "./jobs/start-job.ts";
import { commandVariables, type EnvironmentSettings } from "./shell/environment.ts";
import { sayKeptBack } from "./shell/kept-back.ts";
import { cannotStart, launchCommand, markOfProcess } from "./shell/launch-command.ts";
import { joinedPath } from "./shell/login-path.ts";
import { sayPrompts, waitsForTerminal } from "./shell/prompt-signs.ts";
import {
  describeSandbox,
  leavesSandbox,
  outsideDescription,
  sayHeldBack,
  sayLeftBehind,
  type ShellSandbox,
} from "./shell/sandboxed.ts";
import {
  interrupted,
  shellOutcome,
  stoppedWithSkein,
  timedOut,
  waitedForTerminal,
  type FinishedCall,
} from "./shell/shell-outcome.ts";
import { firstProcess, isRunning, readState, settledState, wrapperEnd } from "./shell/state.ts";
import { whenGone, type CommandStarter } from "./shell/start-command.ts";
import { waitForEnd, type RunningCall } from "./shell/wait-for-end.ts";
import type { WrapCommand } from "./shell/wrapper.ts";

/** Milliseconds that a program has to end by itself which has found no terminal. */
const stuckMs = 1000;
const defaultTimeoutMs = 300_000;
const longestTimeoutMs = 3_600_000;

export interface ShellSettings extends EnvironmentSettings, JobSettings {
  /** Maximum output of one command; beyond it the output is cut off. Default 134,217,728 (128 MiB). */
  readonly maxOutputBytes?: number;
  /**
   * Makes commands end with this process, however it ends: `wrap` of `@skein/sandbox`. Default: a command runs to its
   * end or deadline, and its result is collected later.
   */
  readonly wrap?: WrapCommand;
  /** Holds each command back by itself; what watches it stays outside. Default: commands have this process's rights. */
  readonly sandbox?: ShellSandbox | undefined;
  /**
   * The program that commands are forked from; `false`: each is started by this process. Default: that of the package
   * `@skein/launcher`, where it is installed. With `wrap` none is used.
   */
  readonly launcher?: string | false;
  /** The PATH of the user's login shell, if it is known: see `loginPath`. Default: commands have that of this process. */
  readonly loginPath?: (() => Promise<string | undefined>) | undefined;
  /** Told when the launcher cannot be used. Default: nothing is said. */
  readonly warn?: ((text: string) => void) | undefined;
}

/** Aborted when the extension is closed. */
export interface ShellLifetime {
  readonly signal: AbortSignal;
  readonly starter: CommandStarter;
  readonly jobs: Jobs;
  /** Finds the program that makes terminals; `undefined` where it is not installed. */
  readonly terminalProgram: () => string | undefined;
  /** Calls and clean-ups that closing waits for. */
  readonly pending: Set<Promise<unknown>>;
}

const inputs = {
  command: text(),
  timeout_ms: optional(integer({ minimum: 100, maximum: longestTimeoutMs }, "Default 300000")),
  background: optional(flag("For servers: start it as a job, return at once")),
  pty: optional(flag("For programs that need a terminal: as a job with a screen")),
};
const outsideInput = { outside_sandbox: optional(text(outsideDescription)) };

/** One type for both: without a sandbox there is nothing to leave. */
const input = fields<typeof inputs & Partial<typeof outsideInput>>(inputs);
const inputInSandbox: typeof input = fields({ ...inputs, ...outsideInput });

/**
 * Runs a command in bash, under a wrapper process that survives this one and writes to the call's folder, so that
 * `recover` can wait for the real result after a crash.
 */
export function shellTool(settings: ShellSettings, lifetime: ShellLifetime): Tool {
  const { maxOutputBytes = 134_217_728, sandbox, holdsSecret = () => false } = settings;
  return defineTool({
    name: "shell",
    description:
      "Run a command in bash. Each call runs in a fresh shell in the working folder. stdin is empty, so commands must not prompt. Background processes end with the call. Of long output you get head and tail; the full output is kept in a file.".concat(
        sandbox ? describeSandbox(sandbox) : "",
      ),
    effect: "runs",
    // The command has its own time limit, even without output; the caller's is only a safeguard.
    timeoutMs: longestTimeoutMs + 60_000,
    input: sandbox ? inputInSandbox : input,
    run: ({ command, timeout_ms: limitMs, outside_sandbox: why, background = false, pty = false }, context) =>
      tracked(lifetime, async () => {
        const signal = AbortSignal.any([context.signal, lifetime.signal]);
        if (signal.aborted) return { kind: "interrupted", started: false, partial: "" };
        const timeoutMs = limitMs ?? defaultTimeoutMs;
        const terminalProgram = pty ? lifetime.terminalProgram() : undefined;
        if (pty && terminalProgram === undefined) return noTerminal;
        const folder = context.callFolder ?? mkdtempSync(join(tmpdir(), "skein-call-"));
        const call = {
          folder,
          stays: context.callFolder !== undefined,
          timeoutMs,
          maxOutputBytes,
          shownBytes: resultBytes(context),
          command,
        };
        try {
          const variables = commandVariables(settings, pty);
          const index = privateIndexVariables(settings.environment ?? process.env, context.cwd);
          const options = {
            maxOutputBytes,
            starter: lifetime.starter,
            context,
            environment: { ...(await withLoginPath(variables.passing, settings)), ...index },
            holdsSecret,
            wrap: settings.wrap,
            sandbox: leavesSandbox(why) ? undefined : sandbox,
            // The output of earlier calls: the model is told where it is.
            readable: [...(call.stays ? [dirname(folder)] : []), ...Object.values(index).map(dirname)],
          };
          if (background || pty) {
            const wanted = { ...options, callFolder: folder, timeoutMs: limitMs, terminalProgram };
            const attendMs = background ? undefined : timeoutMs;
            return await startJob(lifetime.jobs, command, {
              wanted,
              context: { ...context, signal },
              attendMs,
            });
          }
          const started = await launchCommand(command, { ...options, folder, timeoutMs });
          if ("kind" in started) return started;
          const running = { ...started, folder, timeoutMs };
          const outcome = await follow(running, call, { command, signal, context, lifetime });
          if (settings.wrap && !("kind" in outcome) && !hasBegun(folder)) return notBegun;
          const said = await sayLeftBehind(
            sayHeldBack(outcome, started.held),
            started.held,
            context.requests,
          );
          return sayKeptBack(sayPrompts(said, command), { command, keptBack: variables.keptBack });
        } finally {
          if (!call.stays && !background && !pty) rmSync(folder, { recursive: true, force: true });
        }
      }),
    recover: ({ command, timeout_ms: timeoutMs = defaultTimeoutMs, background, pty }, context) =>
      tracked(lifetime, async () => {
        const { callFolder: folder } = context;
        if (folder === undefined) return undefined;
        if (background || pty) return recoverJob(lifetime.jobs, folder, context);
        const shownBytes = resultBytes(context);
        const call = { folder, stays: true, timeoutMs, maxOutputBytes, shownBytes, command };
        const signal = AbortSignal.any([context.signal, lifetime.signal]);
        const { process, end } = await settledState(folder, signal);
        const isFirst = process?.id === firstProcess;
        const runs = process !== undefined && isRunning(process.id, folder);
        if (!runs && !end) return isFirst ? stoppedWithSkein(call) : undefined;
        if (!process) {
          await wrapperEnd(folder, signal);
          return shellOutcome(call);
        }
        const running: RunningCall = {
          folder,
          timeoutMs,
          processes: {
            group: runs && !isFirst ? process.id : undefined,
            mark: markOfProcess(process.mark),
            leaderStart: startOf(process.id),
          },
          gone: whenGone(process.id, folder),
        };
        const outcome = await follow(running, call, { command, signal, context, lifetime });
        const state = readState(folder);
        if ("kind" in outcome) return outcome;
        if (state.end) return isFirst ? shellOutcome(call, state.isWhole) : outcome;
        return isFirst ? stoppedWithSkein(call) : undefined;
      }),
  });
}

async function withLoginPath(
  passing: Readonly<Record<string, string>>,
  { loginPath, holdsSecret }: ShellSettings,
): Promise<Readonly<Record<string, string>>> {
  const path = await loginPath?.();
  if (path === undefined || holdsSecret?.(path)) return passing;
  return { ...passing, PATH: joinedPath(passing["PATH"], path) };
}

const noTerminal: ToolFailure = {
  kind: "failed",
  message:
    "The command was not run: no terminal can be made here. That needs the program of @skein/launcher, which is for Linux on x64 and is not installed, or switched off.",
  hint: "Run it without pty, with flags that make it work without a terminal.",
};

const notBegun: ToolFailure = {
  kind: "failed",
  message: "The command was not run: the helper that ends it together with Skein could not be started.",
  hint: "Tell the user: a check of the machine says what is missing.",
};

function hasBegun(folder: string): boolean {
  const { process, end } = readState(folder);
  return process !== undefined || end !== undefined;
}

/** Makes closing the extension wait for the work. */
async function tracked<Result>(lifetime: ShellLifetime, work: () => Promise<Result>): Promise<Result> {
  const { promise: settled, resolve } = Promise.withResolvers<void>();
  lifetime.pending.add(settled);
  try {
    return await work();
  } finally {
    lifetime.pending.delete(settled);
    resolve();
  }
}

interface FollowOptions {
  readonly command: string;
  readonly signal: AbortSignal;
  readonly context: ToolContext;
  readonly lifetime: ShellLifetime;
}

async function follow(
  running: RunningCall,
  call: FinishedCall,
  options: FollowOptions,
): Promise<ToolOutcome> {
  const stuck = new AbortController();
  const progress = (piece: string) => {
    if (waitsForTerminal(piece)) setTimeout(() => stuck.abort(), stuckMs);
    options.context.progress(piece);
  };
  const why = await waitForEnd(running, progress, AbortSignal.any([options.signal, stuck.signal]));
  if (why === "aborted" && !options.signal.aborted) return waitedForTerminal(call);
  if (why === "aborted") return interrupted(call);
  if (why === "deadline") return timedOut(call);
  const end = await running.gone;
  if (typeof end === "object") return cannotStart(end.notStarted, options.command, options.context.cwd);
  const outcome = await shellOutcome(call);
  if (end === "processes-left") sweepLater(running, options.lifetime);
  return outcome;
}

/** Most commands leave no processes: the result does not wait for the check, only closing the extension does. */
function sweepLater({ processes }: RunningCall, lifetime: ShellLifetime): void {
  tracked(lifetime, async () => {
    await sleep(0);
    await endProcesses(processes);
  }).catch(() => {});
}

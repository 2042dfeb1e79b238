import { tmpdir } from "node:os";
import { endProcesses, startOf, type OwnProcesses } from "@skein/extension-kit/processes";
import type { BackgroundJob, ExtensionJobs, JobEnd, ToolFailure } from "@skein/protocol";
import { markOfProcess, type LaunchedCommand } from "../shell/launch-command.ts";
import { isRunning, readState, type CallState } from "../shell/state.ts";
import type { CommandEnd } from "../shell/wrapper.ts";
import { createJobHeart } from "./job-heart.ts";
import {
  endOfJob,
  jobFoldersIn,
  readRecord,
  removeInput,
  writeRecord,
  type JobRecord,
} from "./job-record.ts";
import { launchJob, type JobStart } from "./launch-job.ts";

export interface JobSettings {
  /** Jobs go on when the extension is closed. Default false: they are ended. */
  readonly keepJobs?: boolean | undefined;
  /** The folder with a folder for each call of the session, whose jobs are found again. Default: that of the first call. */
  readonly callFolders?: string | undefined;
  /** A folder that no sandbox shows to commands: what a job reads comes in there. Default: the system's temporary folder. */
  readonly inputFolder?: string | undefined;
  /** Called with the folder of a job that has ended, before its end is told: to redact its output. Default: nothing. */
  readonly onJobEnd?: ((folder: string) => Promise<void>) | undefined;
  /** Milliseconds between signs of life, and how many may be missed until a job ends itself. Default 20,000 and 30. */
  readonly jobLease?: { readonly beatMs: number; readonly mostMissed: number };
}

/** A job of this session. */
export interface Job {
  readonly record: JobRecord;
  readonly folder: string;
  /** Absent while it runs. */
  readonly end: JobEnd | undefined;
  /** Resolves when it has ended, with its output complete. */
  readonly gone: Promise<void>;
  /** Bytes of its output that the model has seen. */
  seen: number;
  /** Whether the model has been told that it has ended. */
  isEndTold: boolean;
  /** Why the system did not start it. */
  readonly notStarted?: Error | undefined;
}

export interface Jobs extends ExtensionJobs {
  /** Whether a text contains a secret. */
  readonly holdsSecret: (text: string) => boolean;
  start(command: string, options: JobStart): Promise<Job | ToolFailure>;
  /** Finds the jobs that calls in these folders have started. */
  discover(calls: string): void;
  find(id: string): Job | undefined;
  /** Those that run, and those of whose end the model has not been told. */
  news(): readonly BackgroundJob[];
  /** Resolves when it has ended. */
  stop(job: Job, by: JobEnd["by"]): Promise<void>;
  /** Ends all that run, but those that the user keeps. @returns those that were running. */
  close(): Promise<readonly BackgroundJob[]>;
}

/** What a job is within this module. */
interface KnownJob extends Job {
  record: JobRecord;
  end: JobEnd | undefined;
  notStarted?: Error | undefined;
}

/** Jobs that may run at once. */
const mostJobs = 20;
/** Milliseconds between looks at a job that another process has started. */
const lookEveryMs = 300;

type RunningProcesses = Pick<LaunchedCommand, "processes" | "gone"> & Partial<Pick<LaunchedCommand, "held">>;

/** The background jobs of a session: started here, or found again after the process that started them has died. */
export function createJobs(settings: JobSettings, holdsSecret: (text: string) => boolean): Jobs {
  const { keepJobs = false, jobLease = { beatMs: 20_000, mostMissed: 30 } } = settings;
  const jobs = new Map<string, KnownJob>();
  const processesOf = new Map<string, OwnProcesses>();
  const listeners = new Set<() => void>();
  const discovered = new Set<string>();
  let lastId = 0;

  const running = () => [...jobs.values()].filter(({ end }) => end === undefined);
  const heart = createJobHeart(jobLease.beatMs, () => running().map(({ folder }) => folder));
  const tell = () => {
    for (const listener of listeners) listener();
  };

  function add(folder: string, record: JobRecord, { processes, gone: end, held }: RunningProcesses): Job {
    const gone = Promise.withResolvers<void>();
    const job: KnownJob = { folder, record, end: undefined, gone: gone.promise, seen: 0, isEndTold: false };
    jobs.set(record.id, job);
    processesOf.set(record.id, processes);
    heart.start();
    void (async () => {
      const how = await end;
      if (typeof how === "object") job.notStarted = how.notStarted;
      if (how === "processes-left") await endProcesses(processes);
      removeInput(record);
      await settings.onJobEnd?.(folder).catch(() => undefined);
      const limit = held?.limitReached?.();
      if (limit !== undefined) {
        job.record = { ...job.record, limit };
        writeRecord(folder, job.record);
      }
      job.end = endOfJob(folder, job.record);
      gone.resolve();
      tell();
    })();
    tell();
    return job;
  }

  /** A job of a process that has died. */
  function adopt(folder: string): void {
    const record = readRecord(folder);
    if (!record || jobs.has(record.id)) return;
    lastId = Math.max(lastId, Number(record.id) || 0);
    const state = readState(folder);
    const processes = runningIn(folder, state);
    if (!processes) {
      removeInput(record);
      const end = endOfJob(folder, record, state);
      jobs.set(record.id, { folder, record, end, gone: Promise.resolve(), seen: 0, isEndTold: false });
      return;
    }
    add(folder, record, processes);
  }

  function discover(calls: string): void {
    if (discovered.has(calls)) return;
    discovered.add(calls);
    for (const folder of jobFoldersIn(calls)) adopt(folder);
  }

  async function stop(job: Job, by: JobEnd["by"]): Promise<void> {
    const known = jobs.get(job.record.id);
    const processes = processesOf.get(job.record.id);
    if (!known || !processes || known.end !== undefined) return;
    known.record = { ...known.record, endedBy: by };
    writeRecord(known.folder, known.record);
    await endProcesses(processes);
    await known.gone;
  }

  if (settings.callFolders !== undefined) discover(settings.callFolders);

  return {
    holdsSecret,
    list: () => [...jobs.values()].map(factsOf),
    find: (id) => jobs.get(id),
    news: () => [...jobs.values()].filter(({ isEndTold }) => !isEndTold).map(factsOf),
    discover,
    stop,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async end(id) {
      const job = jobs.get(id);
      if (!job || job.end) return false;
      await stop(job, "user");
      return true;
    },
    async start(command, options) {
      if (running().length >= mostJobs) return tooMany(running());
      const started = await launchJob(command, options, {
        newId: () => String(++lastId),
        keepJobs,
        inputFolder: settings.inputFolder ?? tmpdir(),
        jobLease,
        holdsSecret,
      });
      return "kind" in started ? started : add(started.folder, started.record, started.launched);
    },
    async close() {
      const open = running();
      await Promise.all(open.filter(({ record }) => !record.kept).map((job) => stop(job, "session")));
      heart.stop();
      return open.map(factsOf);
    },
  };
}

/** The processes of a job that another process has started; `undefined` when it has ended. */
function runningIn(folder: string, { process }: CallState): RunningProcesses | undefined {
  if (process === undefined || !isRunning(process.id, folder)) return undefined;
  const mark = markOfProcess(process.mark);
  const { promise: gone, resolve } = Promise.withResolvers<CommandEnd>();
  const look = setInterval(() => {
    if (isRunning(process.id, folder)) return;
    clearInterval(look);
    resolve("processes-left");
  }, lookEveryMs).unref();
  return { processes: { group: process.id, mark, leaderStart: startOf(process.id) }, gone };
}

function factsOf({ record, end }: Pick<Job, "record" | "end">): BackgroundJob {
  const { input: _, endedBy: __, terminal: ___, limit: ____, ...facts } = record;
  return { ...facts, ...(end ? { end } : {}) };
}

function tooMany(running: readonly Job[]): ToolFailure {
  const ids = running.map(({ record }) => record.id).join(", ");
  return {
    kind: "failed",
    message: `${mostJobs} jobs run already (${ids}), and no more may run at once.`,
    hint: "End one that is not needed any more: job with its id and end.",
  };
}

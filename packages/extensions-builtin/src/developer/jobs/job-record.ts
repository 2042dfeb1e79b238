import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BackgroundJob, JobEnd } from "@skein/protocol";
import { readState, type CallState } from "../shell/state.ts";
import { absenceFile } from "./job-script.ts";

/** In a call's folder: that of the job which the call has started. */
const jobFolder = "job";
const recordFile = "job.json";

/** What a later process must know of a job besides the state of its command. */
export interface JobRecord extends Omit<BackgroundJob, "end"> {
  /** Path of what it reads. */
  readonly input: string;
  /** Whether it runs in a terminal. */
  readonly terminal?: true;
  /** Who has ended it. */
  readonly endedBy?: JobEnd["by"];
  /** See `JobEnd`. */
  readonly limit?: string;
}

export function folderOfJob(callFolder: string): string {
  return join(callFolder, jobFolder);
}

export function writeRecord(folder: string, record: JobRecord): void {
  writeFileSync(join(folder, recordFile), JSON.stringify(record), { mode: 0o600 });
}

/** Removes what a job reads, with its folder. */
export function removeInput({ input }: JobRecord): void {
  rmSync(dirname(input), { recursive: true, force: true });
}

/** `undefined` where no job was started. */
export function readRecord(folder: string): JobRecord | undefined {
  try {
    const record: unknown = JSON.parse(readFileSync(join(folder, recordFile), "utf8"));
    return isRecord(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Folders of the jobs that the calls of a session have started. @param calls - with a folder for each call. */
export function jobFoldersIn(calls: string): readonly string[] {
  try {
    return readdirSync(calls)
      .map((name) => folderOfJob(join(calls, name)))
      .filter((folder) => existsSync(join(folder, recordFile)));
  } catch {
    return []; // no call has written anything
  }
}

/** How a job ended that does not run any more. */
export function endOfJob(
  folder: string,
  { endedBy, limit }: JobRecord,
  state: CallState = readState(folder),
): JobEnd {
  const by = endedBy ?? (existsSync(join(folder, absenceFile)) ? "absence" : "itself");
  if (state.end === "deadline") return { by: "deadline" };
  if (by !== "itself") return { by };
  return {
    by,
    ...(state.end ? { exitCode: state.end.code } : {}),
    ...(limit === undefined ? {} : { limit }),
  };
}

function isRecord(value: unknown): value is JobRecord {
  if (typeof value !== "object" || value === null) return false;
  const { id, command, startedAt, input } = value as Partial<Record<string, unknown>>;
  return (
    typeof id === "string" &&
    typeof command === "string" &&
    typeof startedAt === "number" &&
    typeof input === "string" &&
    // Its folder is removed with the job.
    /\/skein-job-[^/]+\/input$/.test(input)
  );
}

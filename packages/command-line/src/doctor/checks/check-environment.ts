import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmdirSync,
  statSync,
  watch,
} from "node:fs";
import { hostname, userInfo } from "node:os";
import { dirname } from "node:path";
import type { Machine } from "@skein/host";
import { listenAt, socketPlace, type SocketPlace } from "@skein/session-processes";
import { describeFileSystem, findLockProblem, locksHint } from "@skein/platform/file-systems";
import { userId } from "@skein/platform/user";
import { messageOf } from "@skein/protocol";
import type { CheckFinding } from "./finding.ts";

const area = "machine";

/** What Skein asks of the operating system; each throws where it does not work. */
export interface EnvironmentProbes {
  readonly userName: () => string;
  readonly hostName: () => string;
  /** Returns a sentence if file locks do not work in a folder. */
  readonly lockProblem: (folder: string) => string | undefined;
  readonly flushFolder: (folder: string) => void;
  readonly listen: (place: SocketPlace) => Promise<void>;
  readonly sharedMemory: () => void;
  readonly watchFolder: (folder: string) => void;
  readonly processes: () => void;
}

export const systemProbes: EnvironmentProbes = {
  userName: () => userInfo().username,
  hostName: hostname,
  lockProblem: findLockProblem,
  flushFolder(folder) {
    const descriptor = openSync(folder, "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  },
  async listen(place) {
    const listener = await listenAt(place, (socket) => socket.destroy());
    listener.withdraw();
  },
  sharedMemory: () => accessSync("/dev/shm", constants.W_OK),
  watchFolder: (folder) => watch(folder, { persistent: false }).close(),
  processes: () => readFileSync("/proc/self/stat", "latin1"),
};

/** Tries each part of the operating system that a container or a network disk may lack. */
export async function* checkEnvironment(
  machine: Pick<Machine, "env" | "directories">,
  probes: EnvironmentProbes = systemProbes,
): AsyncGenerator<CheckFinding> {
  const { env, directories } = machine;
  const data = nearestFolder(directories.data);
  yield* attempt(probes.userName, "user", {
    text: `User id ${userId()} has no entry in the user database.`,
    fix: "Nothing in Skein needs one. Programs that do, such as ssh, fail in commands.",
  });
  if (!env["HOME"] && process.platform !== "win32") {
    const text = "HOME is not set: ~ means / where the user database has no entry.";
    yield {
      area,
      state: "note",
      text,
      fix: "Set HOME to a writable folder for the programs that commands start.",
    };
  }
  yield* attempt(probes.hostName, "host name", {
    text: "The host name cannot be read; localhost is used.",
    fix: "Set a host name if sessions of several machines are in one folder.",
  });
  const folders = new Set([data, nearestFolder(directories.state), nearestFolder(directories.config)]);
  for (const folder of folders) {
    const problem = probes.lockProblem(folder);
    if (problem === undefined) yield { area, state: "ok", text: `file locks work in ${folder}` };
    else yield { area, state: "problem", text: problem, fix: locksHint };
  }
  yield* attempt(() => probes.flushFolder(data), "flush to disk", {
    text: `${describeFileSystem(data)} of ${data} cannot flush folders: a power failure may lose new sessions.`,
    fix: "Set SKEIN_HOME to a folder on a local disk.",
  });
  yield await socketFinding(directories, probes);
  if (process.platform !== "linux") return;
  yield* attempt(probes.sharedMemory, "/dev/shm", {
    text: "/dev/shm cannot be written: browsers and databases that commands start may fail.",
    fix: "Mount a tmpfs there; Docker calls its size shm-size.",
  });
  yield* attempt(() => probes.watchFolder(data), "file watches (inotify)", {
    text: "Files cannot be watched: tests of recipes look at them each second instead.",
    fix: "Raise fs.inotify.max_user_watches and fs.inotify.max_user_instances with sysctl.",
  });
  yield* attempt(probes.processes, "/proc", {
    text: "/proc is not mounted: processes of killed commands are not found, and a crashed run is noticed late.",
    fix: "Mount /proc.",
  });
}

interface Failure {
  readonly text: string;
  readonly fix: string;
}

function* attempt(probe: () => unknown, label: string, { text, fix }: Failure): Generator<CheckFinding> {
  try {
    probe();
    yield { area, state: "ok", text: `${label}: works` };
  } catch (error) {
    yield { area, state: "note", text: `${text} (${messageOf(error)})`, fix };
  }
}

async function socketFinding(
  directories: Machine["directories"],
  { listen }: EnvironmentProbes,
): Promise<CheckFinding> {
  const place = socketPlace(directories, `doctor-${process.pid}`);
  const missing = missingFolders(place.folder);
  try {
    await listen(place);
    return { area, state: "ok", text: `sockets of sessions: ${place.folder}` };
  } catch (error) {
    return {
      area,
      state: "problem",
      text: `No socket can be made in ${place.folder}: other terminals cannot join a session (${messageOf(error)}).`,
      fix: "Make that folder yours alone (chmod 700), or set XDG_STATE_HOME to a short path on a local disk.",
    };
  } finally {
    for (const folder of missing) removeEmpty(folder);
  }
}

/** The folders of a path that do not exist, the deepest first. */
function missingFolders(path: string): readonly string[] {
  return existsSync(path) ? [] : [path, ...missingFolders(dirname(path))];
}

/** Leaves a folder that another process uses by now. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // not empty, or not created
  }
}

function nearestFolder(path: string): string {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder || dirname(path) === path ? path : nearestFolder(dirname(path));
}

import type { Question, SessionState } from "@skein/protocol";
import type { Sessions } from "@skein/runtime";
import type { ListedSession } from "@skein/sessions";
import { repositoryState } from "@skein/runtime/context";
import type { Machine } from "@skein/host";
import { connectToOwner } from "../owner-socket/connect-to-owner.ts";
import { ownerCalls } from "../owner-socket/owner-calls.ts";
import { socketPlace } from "../owner-socket/socket-place.ts";
import { withoutSubagents } from "@skein/host/sessions";

type Summary = Extract<ListedSession, { readonly summary: unknown }>["summary"];

/** A session as it stands now, whichever process runs it. */
export interface SessionAtWork {
  readonly session: string;
  readonly summary: Summary;
  readonly state: SessionState;
  /** The process that has it open and can be reached. */
  readonly pid: number | undefined;
  readonly questions: readonly Question[];
  /** Of the repository that its folder is in: what tells two working trees apart. */
  readonly branch: string | undefined;
}

export interface AtWorkOptions {
  /** Milliseconds since the epoch: sessions that no process has open are left out when they were last used before. */
  readonly since: number;
}

/** Sessions of this machine that processes have open, then those of late, each group with the newest first. */
export async function sessionsAtWork(
  { directories }: Pick<Machine, "directories">,
  sessions: Pick<Sessions, "list" | "openQuestions">,
  { since }: AtWorkOptions,
): Promise<readonly SessionAtWork[]> {
  const listed = withoutSubagents(await sessions.list());
  const found = await Promise.all(
    listed.map(async (line) => {
      if (!("summary" in line)) return undefined;
      const { session, summary } = line;
      const live = await lookAtOwner(directories, session);
      const isRecent = (summary.lastAt ?? 0) >= since;
      if (!live && !isRecent && summary.state !== "running") return undefined;
      const isAsking = !live && summary.state !== "done";
      const questions = live?.questions ?? (isAsking ? await questionsOf(sessions, session) : []);
      return {
        session,
        summary,
        questions,
        pid: live?.pid,
        branch: branchOf(summary),
        ...stateOf(summary, live, questions),
      };
    }),
  );
  const known = found.filter((one) => one !== undefined);
  return [...known.filter(isLive), ...known.filter((one) => !isLive(one))];
}

const isLive = ({ pid, state }: SessionAtWork): boolean => pid !== undefined || state === "running";

interface Live {
  readonly pid: number;
  readonly isRunning: boolean;
  readonly questions: readonly Question[];
}

async function lookAtOwner(directories: Machine["directories"], session: string): Promise<Live | undefined> {
  const owner = await connectToOwner(socketPlace(directories, session), session);
  if (!owner) return undefined;
  const calls = ownerCalls(owner);
  try {
    const questions = (await calls.call({ do: "open-questions" })) as readonly Question[];
    return { ...owner.greeting, questions };
  } catch {
    return undefined; // it has ended meanwhile
  } finally {
    calls.close();
  }
}

/** One that cannot be read is told by other commands. */
async function questionsOf(
  sessions: Pick<Sessions, "openQuestions">,
  session: string,
): Promise<readonly Question[]> {
  return sessions.openQuestions(session).catch(() => []);
}

function stateOf(
  { state }: Summary,
  live: Live | undefined,
  { length }: readonly Question[],
): Pick<SessionAtWork, "state"> {
  if (length > 0) return { state: "asks" };
  if (live) return { state: live.isRunning ? "running" : "open" };
  return { state: state === "interrupted" ? "crashed" : (state ?? "new") };
}

function branchOf({ cwd }: Summary): string | undefined {
  return cwd === undefined ? undefined : repositoryState(cwd)?.branch;
}

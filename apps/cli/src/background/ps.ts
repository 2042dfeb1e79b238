import { jsonFlag } from "@skein/command-line/flags";
import { sessionsAtWork } from "@skein/session-processes/background";
import { clusterRuns } from "@skein/session-processes/queue";
import {
  atWorkObject,
  atWorkTable,
  clusterObject,
  clusterState,
  clusterTable,
  shownClusterRuns,
} from "@skein/terminal-chat/sessions";
import { defineCommand } from "../arguments/command-line.ts";
import { thisMachine } from "../machine.ts";
import { note, printJson } from "../print.ts";
import { userSessions } from "../session/user-session.ts";

const dayMs = 24 * 60 * 60 * 1000;

export const main = defineCommand({
  name: "ps",
  help: {
    title: "sessions that run or ask, or have ended of late; with a database those of all workers",
    usage: ["[flags]"],
    text: `States: running; asks (a question waits for an answer); open (in a chat that does nothing now); crashed (the
process was killed: skein resume goes on); otherwise the outcome of the last run. Without --all sessions that no
process has open are left out when they were last used more than a day ago. With a database the runs that were submitted
follow, with their worker: queued, running, asks, dead (it needs a look), or their outcome.`,
    examples: ["skein ps", "skein ps --json | jq '.sessions[] | select(.state == \"asks\").id'"],
  },
  flags: { all: { short: "a", description: "Those that ended earlier, too" }, json: jsonFlag },
  run: async (flags) => {
    await using sessions = await userSessions();
    const since = flags.all ? 0 : Date.now() - dayMs;
    const found = await sessionsAtWork(thisMachine(), sessions, { since });
    const now = new Date();
    const isAll = flags.all ?? false;
    const cluster = shownClusterRuns(await clusterRuns(thisMachine()), { isAll, now });
    if (flags.json)
      return printJson({ sessions: found.map(atWorkObject), cluster: cluster.map(clusterObject) });
    if (found.length + cluster.length === 0)
      return note(`No session ${flags.all ? "was held yet" : "of the last day: --all"}.`);
    const look = { stream: process.stdout, now };
    if (found.length > 0) process.stdout.write(atWorkTable(found, look));
    if (cluster.length > 0) process.stdout.write(clusterTable(cluster, look));
    hint(found, { asks: "skein answer", crashed: "skein resume", running: "skein attach" });
    const runs = cluster.map((run) => ({ session: run.session, state: clusterState(run) }));
    hint(runs, { asks: "skein answer", dead: "skein logs", running: "skein logs --follow" });
  },
});

/** What can be done with the first that is in each of these states. */
function hint<State extends string>(
  lines: readonly { readonly session: string; readonly state: State }[],
  commands: Partial<Readonly<Record<NoInfer<State>, string>>>,
): void {
  for (const [state, command] of Object.entries<string | undefined>(commands)) {
    const one = lines.find((line) => line.state === state);
    if (one && command !== undefined) note(`${state}: ${command} ${one.session}`);
  }
}

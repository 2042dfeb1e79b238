import { tableOf } from "../pairs/table.ts";
import { badServers } from "./bad-servers.ts";
import { mostMb, tryServer } from "./try-server.ts";

/**
 * Tries bad MCP servers and prints how each ended and what it cost. @param words - of their names; none: all of them.
 *
 * @returns how many are not as they must be.
 */
export async function tryServers(words: readonly string[]): Promise<number> {
  const servers = badServers.filter(
    ({ mode }) => words.length === 0 || words.some((word) => mode.includes(word)),
  );
  // One after the other: they are measured.
  const quiet = await tryServer({ mode: "is quiet", outcome: "done" });
  const rows: (readonly string[])[] = [["server", "outcome", "exit code", "seconds", "MB", "as it must be"]];
  let [bad, most] = [0, 0];
  for (const server of servers) {
    const { mode, outcome, exitCode, seconds, peakMb, problems } = await tryServer(server);
    const moreMb = Math.max(0, peakMb - quiet.peakMb);
    const wrongs = moreMb > mostMb ? [...problems, `costs more than ${mostMb} MB`] : problems;
    rows.push([
      mode,
      outcome,
      String(exitCode),
      seconds.toFixed(1),
      `+${moreMb.toFixed(0)}`,
      wrongs.length === 0 ? "yes" : wrongs.join("; "),
    ]);
    if (wrongs.length > 0) bad++;
    most = Math.max(most, moreMb);
  }
  console.log(tableOf(rows));
  console.log(
    `${servers.length} bad servers, ${bad} not as they must be, at most ${most.toFixed(0)} MB more than the ` +
      `${quiet.peakMb.toFixed(0)} MB of a run with a quiet one`,
  );
  return bad + quiet.problems.length;
}

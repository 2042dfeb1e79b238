import { defineCampaign } from "../runner/campaign.ts";
import { names } from "../runner/option.ts";
import { badServers } from "./bad-servers.ts";
import { mostMb, tryServer } from "./try-server.ts";

export const campaign = defineCampaign({
  details:
    "Fails if one does not end in a clear failure or a recovery, in time, or if it costs too much memory or leaves a process behind.",
  options: {
    servers: names({
      about: "Only servers whose name contains it",
      placeholder: "SERVER",
      noun: "bad server",
      isPositional: true,
      of: () => badServers.map(({ mode }) => mode),
    }),
  },
  async run({ servers: chosen }, report) {
    const servers = badServers.filter(({ mode }) => chosen.includes(mode));
    // One after the other: they are measured.
    const quiet = await tryServer({ mode: "is quiet", outcome: "done" });
    for (const problem of quiet.problems) report.fail(`is quiet: ${problem}`);
    const rows: (readonly string[])[] = [
      ["server", "outcome", "exit code", "seconds", "MB", "as it must be"],
    ];
    let [bad, most] = [0, 0];
    for (const server of servers) {
      report.progress(`${server.mode} …`);
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
      if (wrongs.length > 0) {
        bad++;
        report.fail(`${mode}: ${wrongs.join("; ")}`);
      }
      most = Math.max(most, moreMb);
    }
    report.table(rows);
    report.print(
      `${servers.length} bad servers, ${bad} not as they must be, at most ${most.toFixed(0)} MB more than the ` +
        `${quiet.peakMb.toFixed(0)} MB of a run with a quiet one`,
    );
  },
});

import { shareSessions } from "@skein/session-processes";
import { oneOf, settingsOfFlags, wholeNumber, workingFolder } from "@skein/command-line";
import { runFlags } from "@skein/command-line/flags";
import { exitCodes } from "@skein/protocol";
import { cleanText, jsonText } from "@skein/terminal";
import { defineCommand } from "../arguments/command-line.ts";
import { thisMachine } from "../machine.ts";
import { warn } from "../print.ts";
import { engines } from "../providers.ts";
import { abortOnSignals } from "../signals.ts";
import { version } from "../version.ts";
import { sayNotice } from "../wording/say-notice.ts";

const formats = ["text", "json", "sarif"] as const;
const failOns = ["low", "medium", "high", "critical", "never"] as const;

export const main = defineCommand({
  name: "review",
  help: {
    title: "have a change reviewed, before somebody else does",
    usage: ["[flags]", "[BRANCH] --base BRANCH [flags]"],
    text: `Without words, what is not committed yet; with --base what HEAD, or BRANCH, has added since. Each check is a reviewer of
its own that can only read: bugs, security, and the files of .agents/checks. What --max-cost allows is for all of them.

Ends with 0 when no finding is as severe as --fail-on, 6 when one is, and with another code when a check was not finished.`,
    examples: [
      "skein review",
      "skein review --base main --fail-on medium",
      "skein review --base origin/main --format sarif > review.sarif",
      "skein review --check security --max-cost 0.50",
    ],
  },
  flags: {
    base: { value: "BRANCH", description: "What the change starts from" },
    check: { value: "NAME", repeatable: true, description: "Only this check" },
    format: { value: "FORMAT", suggests: formats, description: `${formats.join(", ")}; default text` },
    "fail-on": { value: "SEVERITY", suggests: failOns, description: `${failOns.join(", ")}; default high` },
    parallel: { value: "N", description: "Reviewers at work at once; default 4" },
    cwd: runFlags.cwd,
    provider: runFlags.provider,
    model: runFlags.model,
    "max-cost": runFlags["max-cost"],
    "max-tokens": runFlags["max-tokens"],
    "max-time": runFlags["max-time"],
    restricted: runFlags.restricted,
  },
  words: 1,
  run: async (flags, [head]) => {
    const { format: formatName = "text", "fail-on": severity = "high" } = flags;
    const format = oneOf(formatName, formats, `--format cannot be "${formatName}".`);
    const failOn = oneOf(severity, failOns, `--fail-on cannot be "${severity}".`);
    const parallel = wholeNumber("parallel", flags.parallel ?? "4", {
      hint: "Give a whole number, 1 or more.",
    });
    using stop = abortOnSignals();
    const { signal } = stop;
    const { reviewChange } = await import("@skein/command-line/review");
    const { reportSarif, reportText } = await import("@skein/review");
    try {
      const parts = { ...thisMachine(), providers: engines, notify: sayNotice, shareSessions };
      const { report, checks, exitCode } = await reviewChange(parts, {
        change: { cwd: workingFolder(flags.cwd), base: flags.base, head },
        only: flags.check,
        failOn,
        parallel,
        overrides: settingsOfFlags(flags),
        tell: warn,
        signal,
      });
      const text =
        format === "text"
          ? cleanText(reportText(report))
          : jsonText(
              format === "sarif"
                ? reportSarif(report, checks, { name: "skein review", version })
                : { schema: 1, ...report, exitCode },
              2,
            );
      process.stdout.write(`${text}\n`);
      return exitCode;
    } catch (error) {
      if (!signal.aborted || stop.exitCode() === exitCodes.done) throw error;
      return stop.exitCode();
    }
  },
});

import { shareSessions } from "@skein/session-processes";
import { oneOf, settingsOfFlags, wholeNumber, workingFolder } from "@skein/command-line";
import { reviewFlags, reviewFormats, reviewLimits } from "@skein/command-line/command-flags";
import { exitCodes } from "@skein/protocol";
import { cleanText, jsonText } from "@skein/terminal";
import { defineCommand } from "../arguments/command-line.ts";
import { thisMachine } from "../machine.ts";
import { warn } from "../print.ts";
import { engines } from "../providers.ts";
import { abortOnSignals } from "../signals.ts";
import { version } from "../version.ts";
import { sayNotice } from "../wording/say-notice.ts";
import { loadReview, loadReviewChange } from "../later.ts";

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
  flags: reviewFlags,
  words: 1,
  run: async (flags, [head]) => {
    const { format: formatName = "text", "fail-on": severity = "high" } = flags;
    const format = oneOf(formatName, reviewFormats, `--format cannot be "${formatName}".`);
    const failOn = oneOf(severity, reviewLimits, `--fail-on cannot be "${severity}".`);
    const parallel = wholeNumber("parallel", flags.parallel ?? "4", {
      hint: "Give a whole number, 1 or more.",
    });
    using stop = abortOnSignals();
    const { signal } = stop;
    const { reviewChange } = await loadReviewChange();
    const { reportSarif, reportText } = await loadReview();
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

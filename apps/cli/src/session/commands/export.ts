import { extname, resolve } from "node:path";
import { ConfigError } from "@skein/protocol";
import { exportFormats, type ExportFormat } from "@skein/runtime";
import { nearestWord } from "@skein/settings";
import { sessionExportFlags } from "../flags.ts";
import { parseFlags, type Parsed } from "../../arguments/parse-flags.ts";
import { refuseWords } from "../../arguments/subcommand.ts";
import type { Command } from "../../command.ts";
import { exportSession, exportWithSubagents } from "../export.ts";
import { findSession } from "../find.ts";
import { subcommandHelp } from "../../arguments/subcommand-help.ts";
import { userSessions } from "../user-sessions.ts";

const help = {
  title: "a session as JSON, Markdown, YAML or HTML",
  usage: ["[ID|NAME] [flags]"],
  text: `JSON holds everything and can be imported and replayed; the others are to be read. HTML is one file that needs
nothing else. Times are those of your time zone. The file is for you alone (0600), and written whole or not at all.
Secrets that Skein knew were never written to a session; --bundle looks again and hides all that are known now.`,
  examples: [
    "skein session export -o session.html",
    "skein session export ID --full | less",
    "skein session export ID --bundle -o report.json",
  ],
  flags: sessionExportFlags,
};

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("session export", sessionExportFlags, args);
  if (flags.help) {
    process.stdout.write(subcommandHelp("session export", help));
    return 0;
  }
  refuseWords("session export", words, 1);
  const format = formatOf(flags);
  const path = flags.output === undefined || flags.output === "-" ? undefined : resolve(flags.output);
  if (flags.json && path === undefined) {
    throw new ConfigError("usage", "Standard output is taken by the session itself.", {
      hint: "--json goes with -o FILE; as JSON it comes with --format json.",
    });
  }
  if (flags.subagents && path === undefined) {
    throw new ConfigError("usage", "--subagents writes several files, so it needs a name for the first.", {
      hint: "skein session export --subagents -o session.html",
    });
  }
  await using sessions = userSessions();
  const session = await findSession({ sessions }, words[0], process.cwd());
  const request = {
    format,
    isFull: flags.full ?? false,
    isBundle: flags.bundle ?? false,
    asJson: flags.json ?? false,
  };
  const force = flags.force ?? false;
  if (!flags.subagents || path === undefined)
    return await exportSession(sessions, session, { ...request, output: { path, force } });
  return await exportWithSubagents(sessions, session, { ...request, output: { path, force } });
};

const endings: Readonly<Record<string, ExportFormat>> = {
  ".json": "json",
  ".md": "markdown",
  ".markdown": "markdown",
  ".yaml": "yaml",
  ".yml": "yaml",
  ".html": "html",
  ".htm": "html",
};

function formatOf({ format, output = "", bundle }: Parsed<typeof sessionExportFlags>): ExportFormat {
  const named = format === undefined ? undefined : exportFormats.find((one) => one === format);
  if (format !== undefined && named === undefined) {
    const guess = nearestWord(format, exportFormats);
    throw new ConfigError("usage", `--format: there is no format "${format}".`, {
      hint: guess === undefined ? `Use one of: ${exportFormats.join(", ")}.` : `Did you mean ${guess}?`,
    });
  }
  if (!bundle) return named ?? endings[extname(output).toLowerCase()] ?? "markdown";
  if (named === undefined || named === "json") return "json";
  throw new ConfigError("usage", `A bundle is JSON, not ${named}.`, { hint: "Leave --format out." });
}

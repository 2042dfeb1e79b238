import { extname } from "node:path";
import { type Parsed, oneOf } from "@skein/command-line";
import { exportFlags } from "@skein/command-line/command-flags";
import { ConfigError } from "@skein/protocol";
import { exportFormats, type ExportFormat } from "@skein/runtime";
import { defineCommand } from "../../arguments/command-line.ts";
import { exportSession, exportWithSubagents } from "../export.ts";
import { userSession } from "../user-session.ts";
import { outputPath } from "../write-out.ts";

export const main = defineCommand({
  name: "session export",
  help: {
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
  },
  flags: exportFlags,
  words: 1,
  suggests: "sessions",
  run: async (flags, words) => {
    const format = formatOf(flags);
    const path = outputPath(flags.output);
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
    await using found = await userSession(words[0]);
    const { sessions, session } = found;
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
  },
});

const endings: Readonly<Record<string, ExportFormat>> = {
  ".json": "json",
  ".md": "markdown",
  ".markdown": "markdown",
  ".yaml": "yaml",
  ".yml": "yaml",
  ".html": "html",
  ".htm": "html",
};

function formatOf({ format, output = "", bundle }: Parsed<typeof exportFlags>): ExportFormat {
  const problem = `--format: there is no format "${format}".`;
  const named = format === undefined ? undefined : oneOf(format, exportFormats, problem);
  if (!bundle) return named ?? endings[extname(output).toLowerCase()] ?? "markdown";
  if (named === undefined || named === "json") return "json";
  throw new ConfigError("usage", `A bundle is JSON, not ${named}.`, { hint: "Leave --format out." });
}

import { jsonText } from "../output/json-text.ts";
import { flagHelp } from "../arguments/flag-help.ts";
import { infoFlags } from "../arguments/flags.ts";
import { parseFlags } from "../arguments/parse-flags.ts";
import { refuseWords } from "../arguments/subcommand.ts";
import type { Command } from "../command.ts";
import { thisMachine } from "../machine.ts";

const help = `skein info: what is in force here, and where it comes from

Usage
  skein info                  version, folders, settings with their origin, tools
  skein info --prompts        what Skein says to the model, and which files replace it
  skein info --schemas        JSON Schemas: stream-json lines, results, config.yaml, replay scripts

Examples
  skein info --json | jq .settings.model
  skein info --schemas | jq .config > config.schema.json

Flags
${flagHelp(infoFlags)}
`;

export const main: Command = async (args) => {
  const { flags, words } = parseFlags("info", infoFlags, args);
  if (flags.help) {
    process.stdout.write(help);
    return 0;
  }
  refuseWords("info", words);
  if (flags.schemas) {
    const { publishedSchemas } = await import("../schemas/all.ts");
    process.stdout.write(`${jsonText(publishedSchemas(), 2)}\n`);
    return 0;
  }
  if (flags.prompts) {
    const { promptsInForce } = await import("@skein/host/diagnostics");
    const { promptsText } = await import("../info/prompts-text.ts");
    const found = await promptsInForce(thisMachine());
    process.stdout.write(flags.json ? `${jsonText(found, 2)}\n` : promptsText(found));
    return 0;
  }
  const { infoHere } = await import("../info/info-here.ts");
  const { infoText } = await import("../info/info-text.ts");
  const info = await infoHere(process.cwd());
  const { stdout, stderr } = process;
  stdout.write(flags.json ? `${jsonText(info, 2)}\n` : infoText(info, stdout));
  if (!flags.json) for (const warning of info.warnings) stderr.write(`skein: ${warning}\n`);
  return 0;
};

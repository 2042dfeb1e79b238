import { jsonText } from "@skein/terminal";
import { thisMachine } from "../machine.ts";
import { defineCommand } from "../arguments/define-command.ts";
import { jsonFlag } from "../arguments/common-flags.ts";

export const main = defineCommand({
  name: "info",
  help: (flags) => `skein info: what is in force here, and where it comes from

Usage
  skein info                  version, folders, settings with their origin, tools
  skein info --prompts        what Skein says to the model, and which files replace it
  skein info --schemas        JSON Schemas: stream-json lines, results, config.yaml, replay scripts

Examples
  skein info --json | jq .settings.model
  skein info --schemas | jq .config > config.schema.json

Flags
${flags}
`,
  flags: {
    json: jsonFlag,
    schemas: { description: "The JSON Schemas of what Skein reads and writes" },
    prompts: { description: "What Skein says to the model, part by part, and where it comes from" },
  },
  run: async (flags) => {
    if (flags.schemas) {
      const { publishedSchemas } = await import("@skein/host/schemas");
      process.stdout.write(`${jsonText(publishedSchemas(), 2)}\n`);
      return 0;
    }
    if (flags.prompts) {
      const { effectivePrompts } = await import("@skein/host/diagnostics");
      const { promptsText } = await import("../info/prompts-text.ts");
      const found = await effectivePrompts(thisMachine());
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
  },
});

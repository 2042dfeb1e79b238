import { jsonFlag } from "@skein/command-line/flags";
import { widthOf } from "@skein/terminal/table";
import { defineCommand } from "../arguments/command-line.ts";
import { thisMachine } from "../machine.ts";
import { printJson, warn } from "../print.ts";
import { loadDoctorInfo, loadInfoHere, loadMachineViews, loadSchemas, loadSettings } from "../later.ts";

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
      const { configSchema } = await loadSettings();
      const { publishedSchemas } = await loadSchemas();
      const { "replay-script": script, ...lines } = publishedSchemas();
      return printJson({ ...lines, config: configSchema(), "replay-script": script });
    }
    const { infoText, promptsText } = await loadMachineViews();
    if (flags.prompts) {
      const { effectivePrompts } = await loadDoctorInfo();
      const found = await effectivePrompts(thisMachine());
      return flags.json ? printJson(found) : void process.stdout.write(promptsText(found));
    }
    const { infoHere } = await loadInfoHere();
    const info = await infoHere(process.cwd());
    if (flags.json) return printJson(info);
    process.stdout.write(infoText(info, { width: widthOf(process.stdout), wording }));
    info.warnings.forEach(warn);
  },
});

const wording = {
  chooseModel: "choose a model with `skein configure` or --model",
  findOut: "skein doctor",
};

import { jsonFlag } from "@skein/command-line/flags";
import { optionalProvider } from "@skein/host/providers";
import { byteProgress } from "@skein/terminal";
import { commandGroup, groupCommands } from "../arguments/command-line.ts";
import { loadModelFiles } from "../later.ts";
import { thisMachine } from "../machine.ts";
import { note, print, printJson } from "../print.ts";
import { abortOnSignals } from "../signals.ts";

const help = `skein local: models that run in the process, from GGUF files

Usage
  skein local add FILE|URL [--sha256 HASH]   copy or download a model; the same command continues after an interruption
  skein local list                           the models, their sizes and context windows
  skein local remove NAME                    delete one

URL may be hf:OWNER/REPO/FILE.gguf: a file on Hugging Face. HF_TOKEN is sent there, for models that need a login. The hash
is checked if you pass one, or if the server names one, as Hugging Face does.

Examples
  skein local add hf:OWNER/REPO/model-q4_k_m.gguf
  skein run --provider local --model model-q4_k_m -t "hello"
`;

const command = groupCommands("local", help, {
  sha256: { value: "HASH", description: "SHA-256 that the file must have" },
  json: jsonFlag,
});
const files = () => optionalProvider("@skein/provider-local", loadModelFiles);

async function models() {
  const { modelsFolder, ...rest } = await files();
  return { ...rest, folder: modelsFolder(thisMachine().directories.data) };
}

export const main = commandGroup("local", help, {
  add: command(
    async ({ sha256, json }, [source]) => {
      const { addModelFile, folder } = await models();
      using stop = abortOnSignals();
      using bar = byteProgress(process.stderr);
      const options = { folder, sha256, progress: bar.show };
      const added = await addModelFile(source, options, stop.signal).catch((error: unknown) => {
        if (!stop.signal.aborted) throw error;
      });
      bar.clear();
      if (!added) return stop.exitCode();
      if (json) return printJson(added);
      const check = { user: "as you passed it", server: "as the server named it" };
      print(`Added ${added.name}: ${added.path}`);
      note(
        `SHA-256 ${added.sha256}, ${added.checkedBy ? check[added.checkedBy] : "checked against nothing"}.`,
      );
    },
    { needs: ["The path or URL of a GGUF file"] },
  ),
  list: command(async ({ json }) => {
    const { listModelFiles, folder } = await models();
    const listed = await listModelFiles(folder);
    if (json) return printJson({ folder, models: listed });
    if (listed.length === 0) note("No models yet. Add one: skein local add FILE|URL");
    for (const { name, bytes, contextTokens = "unknown" } of listed)
      print(`${name}   ${(bytes / 1e9).toFixed(1)} GB   context window: ${contextTokens}`);
  }),
  remove: command(
    async ({ json }, [name]) => {
      const { removeModelFile, folder } = await models();
      const removed = await removeModelFile(folder, name);
      if (json) printJson(removed);
      else print(`Removed ${removed.path}`);
    },
    { needs: ["The name of a model"] },
  ),
});

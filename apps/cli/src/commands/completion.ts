import { scriptShell } from "@skein/command-line";
import { defineCommand } from "../arguments/command-line.ts";
import { shells } from "../completion/shells.ts";
import { loadTab } from "../later.ts";

export const main = defineCommand({
  name: "completion",
  help: {
    title: "the script with which your shell completes words of skein",
    usage: [`[${shells.join("|")}]`],
    text: `Printed on standard output, for the shell in $SHELL when none is named. Put it where your shell looks:

  bash         skein completion bash >~/.local/share/bash-completion/completions/skein
  zsh          skein completion zsh >~/.zfunc/_skein     with fpath+=~/.zfunc before compinit in ~/.zshrc
  fish         skein completion fish >~/.config/fish/completions/skein.fish
  powershell   skein completion powershell >>$PROFILE

or load it in each shell: source <(skein completion bash). Commands, flags, values of flags, sessions of the folder,
recipes, providers and agents are completed: the script asks \`skein complete\`, so it stays right after an update.`,
    examples: ["source <(skein completion zsh)"],
  },
  flags: {},
  words: 1,
  suggests: "shells",
  run: async (_flags, [named]) => {
    const { script } = await loadTab();
    script(scriptShell(shells, named, process.env["SHELL"]), "skein", "skein");
  },
});

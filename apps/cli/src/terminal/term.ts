import { refuseWords, scriptShell } from "@skein/command-line";
import { hookShells, questionAbout, shellHook } from "@skein/command-line/shell-term";
import { ConfigError } from "@skein/protocol";
import { defineCommand } from "../arguments/command-line.ts";
import { userSessions } from "../session/user-session.ts";
import { loadRunCommand } from "../later.ts";

const hook = {
  name: "@skein",
  ask: "command skein term run --last=$last --code=$code --session-id=$session --",
};

export const main = defineCommand({
  name: "term",
  help: {
    title: "ask in your shell about the command that you have just run",
    usage: [`[${hookShells.join("|")}]`, "run [flags] TEXT"],
    text: `The first prints a script that defines @skein in your shell, the one in $SHELL when none is named. It keeps the last
command and its exit code in variables; @skein sends them with what you ask, and in tmux what the command has written.
All questions of a shell are one session.

  bash   eval "$(skein term bash)"        in ~/.bashrc
  zsh    eval "$(skein term zsh)"         in ~/.zshrc
  fish   skein term fish | source         in ~/.config/fish/config.fish`,
    examples: ["@skein why did that fail?"],
  },
  flags: {
    last: { value: "COMMAND", description: "The last command" },
    code: { value: "N", description: "Its exit code" },
    "session-id": { value: "ID", description: "The session of the shell" },
  },
  words: Infinity,
  suggests: "shells",
  run: async ({ last = "", code = "unknown", "session-id": id }, [what, ...words]) => {
    if (what !== "run") {
      const shell = scriptShell(hookShells, what, process.env["SHELL"]);
      refuseWords(`skein term ${shell}`, words);
      return void process.stdout.write(shellHook(shell, hook));
    }
    if (words.length === 0) throw new ConfigError("usage", "What do you want to know?", { hint: hook.name });
    const text = await questionAbout(words.join(" "), { command: last, exitCode: code }, process.env);
    const isBegun = id !== undefined && (await sessionExists(id));
    const { runWith } = await loadRunCommand();
    return runWith({
      text,
      "no-stdin": true,
      ...(id === undefined ? {} : { "session-id": id }),
      ...(isBegun ? { resume: true } : {}),
    });
  },
});

async function sessionExists(id: string): Promise<boolean> {
  await using sessions = await userSessions();
  return (await sessions.list(id)).some(({ session }) => session === id);
}

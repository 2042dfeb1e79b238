import { jsonFlag } from "@skein/command-line/flags";
import { listProjects, projectNamed } from "@skein/command-line/projects";
import { projectObject, projectTable } from "@skein/terminal-chat/sessions";
import { ConfigError } from "@skein/protocol";
import { defineCommand } from "../arguments/command-line.ts";
import { note, printJson } from "../print.ts";
import { userSessions } from "./user-session.ts";
import { loadChatCommand } from "../later.ts";

export const main = defineCommand({
  name: "project",
  help: {
    title: "the folders that you have worked in, and their last sessions",
    usage: ["[--json]", "NUMBER|FOLDER [--new]"],
    text: "Without a word it lists them, the last one first. With one it opens the chat there, at its last session.",
    examples: ["skein project", "skein project 2", "skein project shop --new"],
  },
  flags: { new: { description: "A new session there, and not the last one" }, json: jsonFlag },
  words: 1,
  run: async (flags, [word]) => {
    if (word === undefined ? flags.new : flags.json)
      throw new ConfigError("usage", "--new needs a NUMBER or a FOLDER, and --json has none.");
    await using sessions = await userSessions();
    const projects = await listProjects(sessions);
    if (word !== undefined) {
      const { folder, last } = projectNamed(projects, word, process.cwd());
      process.chdir(folder);
      const { chatWith } = await loadChatCommand();
      return flags.new ? chatWith({}) : chatWith({ resume: true }, { choose: async () => last });
    }
    if (flags.json) return printJson({ projects: projects.map(projectObject) });
    if (projects.length === 0) return note("No session was held yet.");
    process.stdout.write(projectTable(projects, process.stdout, new Date()));
  },
});

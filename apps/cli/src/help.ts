/** What each command is for, in the order of `skein --help`. */
export const summaries: Readonly<Record<string, string>> = {
  run: "do a task",
  chat: "talk with it; the same as no command",
  resume: "continue a session",
  bg: "do a task in the background; the terminal is free at once",
  ps: "sessions of this machine that run, ask, or have ended of late",
  attach: "watch and steer a session that another process runs",
  logs: "what a run has done so far; --follow to its end",
  answer: "answer what a session asks, in this terminal or another one",
  submit: "hand a task to workers on any machine, by a database",
  worker: "do what was submitted",
  cancel: "withdraw it",
  limits: "what workers together may ask of models, and what shares may spend",
  stop: "interrupt the run of a session in another process",
  replay: "run a session again without a model, and compare; or go on from any point of it",
  demo: "a real run on a small project with a bug, model scripted",
  configure: "choose who answers, and keep the key",
  provider: "list providers, check one, list its models",
  local: "models that run in the process: add, list, remove their files",
  session: "find, read, fork, undo, move, clean",
  project: "folders worked in lately; open the last session of one",
  recipe: "tasks written down: check, explain, plan, test them",
  ci: "the job of a GitHub workflow: comments, pull requests, labels",
  review: "have a change reviewed: findings by line, as text, JSON or SARIF",
  skill: "instructions for one kind of task: list, read, add, check them",
  schedule: "have tasks and recipes run at set times",
  worktree: "what sessions did in git worktrees: list, merge, remove",
  extension: "MCP servers: add, list, inspect, test, accept changes, import",
  import: "take over settings, extensions and notes from another agent",
  mcp: "serve a built-in extension to other programs over MCP",
  acp: "be the agent of an editor, over ACP",
  web: "Skein in the browser",
  serve: "sessions for other programs, over HTTP: JSON, events, OpenAPI",
  permissions: "which calls need an approval; write, explain and test rules",
  hooks: "your commands at fixed points of a session: list and try them",
  init: "write an AGENTS.md by looking at this project",
  memory: "what the model has noted in earlier sessions: list, edit, forget",
  trust: "say which projects may change what Skein may do",
  budget: "what was spent today and in this project",
  info: "settings in force and where they come from; JSON Schemas",
  term: "@skein in your shell: ask about the last command",
  update: "install the newest version",
  doctor: "look for what could keep Skein from working",
  completion: "the script with which your shell completes words of skein",
};

const width = Math.max(...Object.keys(summaries).map(({ length }) => length)) + 2;
const rows = Object.entries({ ...summaries, help: "this text" }).map(
  ([name, summary]) => `  ${name.padEnd(width)}${summary}`,
);

/** What `skein --help` says. Plain text, so that it costs nothing to show. */
export const help = `skein: an AI agent that works in your terminal

Usage
  skein                                       a chat in this folder; skein -r continues the last one
  skein "why does the build fail?"            do one task and end; the same as skein run -t "…"
  skein run -i task.md --mode auto            a task from a file, without asking
  git diff | skein run -t "review this"       the rest of the task comes from standard input
  skein run -r -t "now fix it"                continue the last session of this folder
  skein resume                                the same as a chat; what was cut off goes on
  skein demo                                  watch an agent fix a bug; needs no key

Commands
${rows.join("\n")}

First time
  skein configure                             then: skein run -t "hello"

More: skein COMMAND --help
With sessions in a database: --database-url postgres://USER@HOST/DATABASE, with any command
`;

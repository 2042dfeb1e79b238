/** What `skein --help` says. Plain text, so that it costs nothing to show. */
export const help = `skein: an AI agent that works in your terminal

Usage
  skein run -t "why does the build fail?"     do one task and end
  skein run -i task.md --mode auto            a task from a file, without asking
  git diff | skein run -t "review this"       text on standard input is added to the task
  skein run -r -t "now fix it"                go on with the last session of this folder
  skein demo                                  watch an agent fix a bug; needs no key

Commands
  run      do a task
  demo     a real run on a small project with a bug, model scripted
  help     this text

First time
  export ANTHROPIC_API_KEY=…                  then: skein run -t "hello"

More: skein run --help
`;

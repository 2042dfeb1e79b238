import type { Command } from "@skein/command-line";
import { commandGroup } from "../arguments/command-line.ts";
import { scheduleCommands } from "../later.ts";

const help = `skein schedule: have things done at set times

Usage
  skein schedule list [flags]              what runs when, and how it went last
  skein schedule add NAME --cron "…" …     a task or a recipe, at set times
  skein schedule show NAME                 all about one
  skein schedule run-now NAME              one more slot, now
  skein schedule pause NAME                no slot of it starts until it is resumed
  skein schedule resume NAME               slots of it start again
  skein schedule remove NAME               removes it
  skein schedule history [NAME]            what ran, what did not, and why
  skein schedule daemon [flags]            runs what comes due, until it is stopped
  skein schedule install [flags]           the daemon as a service of yours
  skein schedule uninstall [flags]         removes that service

Examples
  skein schedule add news --cron "30 6 * * 1-5" --mode plan -t "What changed in this project yesterday?"
  skein schedule install --now

Flags
  -h, --help    This text; \`skein schedule COMMAND --help\` has the flags of each

Each slot is a session: \`skein session show ID\` has what it did.
`;

export const main: Command = commandGroup("schedule", help, scheduleCommands);

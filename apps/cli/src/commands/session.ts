import type { Command } from "@skein/command-line";
import { commandGroup } from "../arguments/command-line.ts";
import { sessionCommands } from "../later.ts";

const help = `skein session: what was said and done

Usage
  skein session list [flags]               the sessions of this folder, the newest first
  skein session show [ID] [flags]          one of them, to read; --entries: its journal; --context
  skein session search WORDS… [flags]      what was said and done in them
  skein session answer [ID] [QUESTION]     allows or denies what was asked when no one was there
  skein session cache [ID] [flags]         what vendors' caches had of it, and why not more
  skein session compact [ID] [flags]       makes what the model sees of it shorter
  skein session fork [ID] [flags]          a session that begins as this one does
  skein session diff [ID] [flags]          what the last run that changed files has changed in them
  skein session undo [ID] [flags]          undoes the last run, and what it did to files
  skein session redo [ID] [flags]          restores what the last undo reversed
  skein session rewind ID --to SEQ         back to where it stood after an entry
  skein session rename ID NAME             gives it a name
  skein session move OLD-FOLDER            moves the sessions of a renamed folder to this one
  skein session export [ID] [flags]        as JSON, Markdown, YAML or HTML
  skein session import [FILE…] [flags]     a session of a file, or of another agent
  skein session push [ID] [flags]          copies it to the database
  skein session pull [ID] [flags]          copies it from there to this machine
  skein session scrub [ID…] [flags]        takes secrets out of what was written
  skein session remove ID… [flags]         for good
  skein session diagnostics [ID] [flags]   one file for a bug report

Examples
  skein session list --all --limit 5
  skein session search '"connection refused" -test'
  skein session export -o session.html
  skein resume ID                          resume one

Flags
  -h, --help    This text; \`skein session COMMAND --help\` has the flags of each

An ID may be shortened while it stays the only one that begins so; a NAME does too. Without one it is the last
session of this folder. Sessions of subagents stand below the one that has started them: show has them, list --subagents
too. All take --json.
`;

export const main: Command = commandGroup("session", help, sessionCommands);

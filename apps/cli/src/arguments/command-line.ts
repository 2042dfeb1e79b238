import { commandLine, type CommandLine } from "@skein/command-line";

/** How commands of `skein` are declared. */
export const { defineCommand, commandGroup, groupCommands }: CommandLine = commandLine({
  name: "skein",
  print: (text) => void process.stdout.write(text),
});

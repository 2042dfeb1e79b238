import { commandLine, type CommandLineKit } from "@skein/command-line";

/** How commands of `skein` are declared. */
export const { defineCommand, commandGroup, groupCommands }: CommandLineKit = commandLine({
  name: "skein",
  print: (text) => void process.stdout.write(text),
});

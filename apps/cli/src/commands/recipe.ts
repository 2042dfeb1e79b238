import type { Command } from "@skein/command-line";
import { commandGroup } from "../arguments/command-line.ts";
import { recipeCommands } from "../later.ts";

const help = `skein recipe: tasks written down, to be run again

Usage
  skein recipe list [flags]                those that have a name here
  skein recipe validate FILE… [flags]      all that is wrong with it, by line
  skein recipe explain RECIPE              what it is, and what it would start
  skein recipe render RECIPE [flags]       its text with the values filled in
  skein recipe plan RECIPE [flags]         models, tools, rights and cost, without asking a model
  skein recipe test FILE… [flags]          runs its tests
  skein recipe new [NAME] [flags]          a file to go on from
  skein recipe from-session [ID] [flags]   makes one of a session
  skein recipe deeplink RECIPE [flags]     a link that holds it

Examples
  skein recipe validate tidy.yaml --strict
  skein run --recipe tidy.yaml --params folder=src
  skein trust tidy.yaml                    agree to its commands, for runs without a terminal

Flags
  -h, --help    This text; \`skein recipe COMMAND --help\` has the flags of each

A RECIPE is a file, a link, or a name: of a file here, in .skein/recipes of the project, in SKEIN_RECIPE_PATH, in your
own recipes folder, or where Goose keeps its recipes.
`;

export const main: Command = commandGroup("recipe", help, recipeCommands);

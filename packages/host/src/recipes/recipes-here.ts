import { listRecipes } from "@skein/recipes";
import type { Machine } from "../machine.ts";
import { findOptions } from "./find-options.ts";

/** All recipes that have a name in a folder, and sentences about places that could not be looked at. */
export function recipesHere(machine: Machine, cwd: string): ReturnType<typeof listRecipes> {
  return listRecipes(findOptions(machine, cwd));
}

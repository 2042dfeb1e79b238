import { isJsonObject, type GateRequest } from "@skein/protocol";
import { ownName } from "../rules/covers-call.ts";
import { placesOf } from "./path-parts.ts";

/** `unknown`: by a program that may do either. */
export type Access = "reads" | "writes" | "unknown";

/** A file or folder that a call gets at. */
export interface ReachedPath {
  /** As it was named. */
  readonly path: string;
  readonly access: Access;
  /** Every place it may be, absolute; the first is the one that was named. */
  readonly places: readonly string[];
}

const fileScheme = "file:";

export function reached(path: string, access: Access, cwd: string): ReachedPath {
  return { path, access, places: placesOf(path, cwd) };
}

/** What a call that is no command gets at: the files it names as its resources, and what our own tools search and list. */
export function pathsOfCall(request: GateRequest): readonly ReachedPath[] {
  const { tool, extension, effect, cwd, input, resources = [] } = request;
  const access = effect === "reads" ? "reads" : "writes";
  const named = resources
    .filter((resource) => resource.startsWith(fileScheme))
    .map((resource) => reached(resource.slice(fileScheme.length), access, cwd));
  if (extension !== "developer" || !["search", "tree"].includes(ownName(tool, extension))) return named;
  const path = isJsonObject(input) ? input["path"] : undefined;
  return [...named, reached(typeof path === "string" ? path : ".", "reads", cwd)];
}

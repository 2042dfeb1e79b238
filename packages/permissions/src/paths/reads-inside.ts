import type { GateRequest } from "@skein/protocol";
import { pathsOfCall } from "./reached-paths.ts";
import { isConfinedTo } from "./workspace.ts";

/** Whether all that a call does is to read files of the working folder, which it names. */
export function readsInside(request: GateRequest): boolean {
  const { effect, cwd, resources = [] } = request;
  const paths = pathsOfCall(request);
  return (
    effect === "reads" &&
    paths.length > 0 &&
    paths.length >= resources.length &&
    paths.every((path) => isConfinedTo(path, cwd))
  );
}

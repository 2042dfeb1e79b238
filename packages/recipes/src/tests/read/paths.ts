import { badValue, type Findings, type Part } from "./fields.ts";

/** A path of the workspace with `/`; a problem for one that leaves it. */
export function innerPath(name: string, part: Part, found: Findings): string | undefined {
  const steps = name.split("/");
  const isInner = steps.every(
    (step) => step !== "" && step !== "." && step !== ".." && !/[\\:\0]/.test(step),
  );
  if (isInner) return name;
  found.add(badValue(part, name, "Write the path of a file below the workspace, with / between folders."));
  return undefined;
}

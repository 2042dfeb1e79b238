import { isJsonObject, type JsonObject } from "@skein/protocol";
import { pathInInput } from "@skein/sessions";
import type { ReportCall } from "./report-items.ts";

export interface FileChange {
  readonly path: string;
  /** `undefined`: a whole file was written, and what was there before is not known. */
  readonly before: string | undefined;
  readonly after: string;
}

/** How tools spell what is replaced and by what. */
const editKeys = [
  ["old_text", "new_text"],
  ["old_string", "new_string"],
  ["old_str", "new_str"],
  ["oldText", "newText"],
] as const;
const contentKeys = ["content", "contents", "file_text"];

/** What a call changes in a file, read from its input; `undefined` when its input does not say. */
export function fileChange(call: ReportCall): FileChange | undefined {
  const input = inputOf(call);
  const path = input && pathInInput(input);
  if (!input || path === undefined || call.intent?.effect === "reads") return undefined;
  for (const [oldKey, newKey] of editKeys) {
    const [before, after] = [input[oldKey], input[newKey]];
    if (typeof before === "string" && typeof after === "string") return { path, before, after };
  }
  const after = contentKeys
    .map((key) => input[key])
    .find((value): value is string => typeof value === "string" && value !== "");
  return after === undefined ? undefined : { path, before: undefined, after };
}

/** The file a call is about. */
export function pathOf(call: ReportCall): string | undefined {
  const input = inputOf(call);
  return input && pathInInput(input);
}

/** What ran; before it ran, what the model asked for. */
export function inputOf(call: ReportCall): JsonObject | undefined {
  const input = call.intent?.input ?? call.input;
  return input !== undefined && isJsonObject(input) ? input : undefined;
}

export { jsonWriter, streamJsonWriter } from "./run/json-writer.ts";
export { showRun } from "./run/show-run.ts";
export { textWriter } from "./run/text-writer.ts";
export { writeError } from "./run/write-error.ts";
export type { OutputWriter } from "./run/writer.ts";

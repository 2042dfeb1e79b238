export { checkOutputFile, type OutputFile } from "./output-file/check-output-file.ts";
export { writeOutputFile, type WriteOptions } from "./output-file/write-output-file.ts";

export { checkOutputFile, type OutputFile } from "./check-output-file.ts";
export { writeOutputFile, type WriteOptions } from "./write-output-file.ts";

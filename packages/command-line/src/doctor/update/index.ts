export { newVersionToTell } from "./update-notice.ts";
export { updateProgram, type Updated } from "./update-program.ts";

export { writeProjectNotes, type ProjectNotes } from "./init/write-project-notes.ts";

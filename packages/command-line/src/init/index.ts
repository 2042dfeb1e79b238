export { writeProjectNotes, type ProjectNotes } from "./write-project-notes.ts";

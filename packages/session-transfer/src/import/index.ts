export { detectFormat } from "./detect-format.ts";
export { type StoredSession } from "./foreign-database.ts";
export { foreignSessionFiles, type ForeignSessionFile, type HomeFolder } from "./foreign-session-files.ts";
export { foreignFormats, type ForeignFormat } from "./format.ts";
export { toGooseExport } from "./goose/export.ts";
export { type ImportWarning } from "./json-lines.ts";
export { formatOfFile, readForeignFile, storedSessions, type ReadFileOptions } from "./read-foreign-file.ts";
export { readForeignSession, type ForeignSession, type ReadOptions } from "./read-foreign-session.ts";

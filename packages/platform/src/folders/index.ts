export { folderEntries } from "./folder-entries.ts";
export { isFolder } from "./is-folder.ts";
export { isInside } from "./is-inside.ts";
export { listFolder } from "./list-folder.ts";
export { makeFolders } from "./make-folders.ts";

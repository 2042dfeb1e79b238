export { isInside } from "./is-inside.ts";
export { makeFolders } from "./make-folders.ts";

export { projectFile as projectConfigFile } from "@skein/settings";
export { tryNewExtension, type NewExtension } from "./extensions/add-extension.ts";
export { callExtension } from "./extensions/call-extension.ts";
export { changeExtension } from "./extensions/change-extension.ts";
export { inspectExtension } from "./extensions/inspect-extension.ts";
export { type InspectedExtension } from "./extensions/inspect-for-acceptance.ts";
export { listExtensions, type ListedExtension } from "./extensions/list-extensions.ts";
export { readServersFile } from "./extensions/read-servers-file.ts";
export { serverLine, serverWords, type ServerLine } from "./extensions/server-line.ts";

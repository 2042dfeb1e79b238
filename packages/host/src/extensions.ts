export { callExtension } from "./extensions/call-extension.ts";
export { changeExtension } from "./extensions/change-extension.ts";
export { extensionLog } from "./extensions/extension-log.ts";
export { inspectExtension, type InspectOptions } from "./extensions/inspect-extension.ts";
export { type InspectedExtension, inspectForAcceptance } from "./extensions/inspect-for-acceptance.ts";
export { listExtensions, type ListedExtension } from "./extensions/list-extensions.ts";
export { serverLine, serverWords, type ServerLine } from "./extensions/server-line.ts";
export { serverOf } from "./extensions/configured-extension.ts";

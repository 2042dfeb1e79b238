export { openApi } from "./openapi/open-api.ts";
export { operations } from "./operations/all-operations.ts";
export { type Operation } from "./operations/operation.ts";
export { runningBrowserLink } from "./running-browser-link.ts";
export { type HttpServerParts, serveHost } from "./serve-host.ts";
export { serverRecordFile } from "./server-record-file.ts";

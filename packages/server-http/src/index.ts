export { openApi } from "./openapi/open-api.ts";
export { operations } from "./operations/all-operations.ts";
export { type Operation } from "./operations/operation.ts";
export { type HttpServerParts, serveHttp, serverRecordFile } from "./serve-http.ts";

export { serveAcp, type ServeAcpOptions } from "./serve-acp.ts";
export { serveAcpDraft } from "./draft.ts";

export { serveAcp, type ServeAcpOptions } from "./serve-acp.ts";

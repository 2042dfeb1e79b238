export { AccessError, type AccessErrorCode } from "./access-error.ts";
export { type Credential } from "./decide/credentials.ts";
export { type AccessRequest, type AccessSettings, decideAccess } from "./decide/decide-access.ts";
export { type AccessDecision, type Admitted, type RefusalCode, type Refused } from "./decide/decision.ts";
export { type FrameServer, type FrameServerParts, serveFrames } from "./frames/serve-frames.ts";
export { headerLines, type HeaderLines } from "./decide/headers.ts";
export { type AccessLimits, defaultLimits } from "./limits.ts";
export { type ListenPlace, listenPlace, type ListenWish } from "./listen/listen-place.ts";
export {
  type Admission,
  type GuardedServer,
  type GuardedServerParts,
  serveGuarded,
} from "./listen/serve-guarded.ts";
export { readServerRecord, type ServerRecord } from "./listen/server-record.ts";
export { includesRole, type Role, roles } from "./role.ts";
export { securityHeaders } from "./security-headers.ts";

export { isFirstTime } from "./providers/first-time.ts";
export type { HostNotice } from "./host-notice.ts";
export { openHost, type Host, type HostParts } from "./host.ts";
export type { OpenWishes } from "./sessions/live/open-wishes.ts";
export { type Machine } from "./machine.ts";
export { type SessionSharing } from "./sessions/live/session-sharing.ts";
export { type SessionNews } from "./sessions/live/live-events.ts";
export {
  type LiveSession,
  type ReadySession,
  type SessionInput,
  type TakenMessage,
  type TypedMessage,
} from "./sessions/live/live-session.ts";

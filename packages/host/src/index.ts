export { isFirstTime } from "./providers/first-time.ts";
export { openHost, type Host, type HostNotice, type HostParts, type OpenWishes } from "./host.ts";
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

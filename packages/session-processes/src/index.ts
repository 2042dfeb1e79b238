export { answerAnywhere, type AnswerPlace } from "./owner-socket/answer-anywhere.ts";
export { listenAt } from "./owner-socket/listen-at.ts";
export { socketPlace, type SocketPlace } from "./owner-socket/socket-place.ts";
export { shareSessions } from "./owner-socket/share-sessions.ts";

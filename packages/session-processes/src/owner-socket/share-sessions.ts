import type { SessionSharing } from "@skein/host";
import type { Directories } from "@skein/settings";
import { answerAnywhere } from "./answer-anywhere.ts";
import { attachToOwner } from "./attach-to-owner.ts";
import { ownerSockets } from "./owner-socket.ts";
import { socketPlace } from "./socket-place.ts";

/** For `openHost`: the sessions that are kept in these folders are shared by all processes of the user. */
export function shareSessions(directories: Directories): SessionSharing {
  const sockets = ownerSockets(directories);
  return {
    ownerSocket: (session) => sockets?.(session),
    attach: (here, wishes) => attachToOwner(socketPlace(directories, here.settings.session), here, wishes),
    async answer(sessions, session, questionId, given) {
      await answerAnywhere({ directories, sessions }, session, questionId, given);
    },
  };
}

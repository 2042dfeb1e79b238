import type { LiveSessionParts } from "@skein/host/sessions";
import type { LiveSession } from "@skein/host";
import { attachedSession } from "./attached-session.ts";
import { connectToOwner } from "./connect-to-owner.ts";
import { refuseOtherWishes, type Wishes } from "./refuse-other-wishes.ts";
import type { SocketPlace } from "./socket-place.ts";

/**
 * A session by way of the process that has it open.
 *
 * @param here - as if it were opened here. Throws `SessionError` `locked` when the owner cannot do what is wished.
 * @returns `undefined` when no other process can be reached.
 */
export async function attachToOwner(
  place: SocketPlace,
  here: LiveSessionParts,
  wishes: Wishes,
): Promise<LiveSession | undefined> {
  const owner = await connectToOwner(place, here.settings.session);
  if (!owner) return undefined;
  try {
    refuseOtherWishes(wishes, here.settings, owner.greeting);
  } catch (error) {
    owner[Symbol.dispose]();
    throw error;
  }
  return attachedSession({ place, owner, here });
}

import type { TypedMessage } from "@skein/host";
import type { ChatSession } from "./chat-session.ts";
import type { ChatView } from "./chat-view.ts";
import type { ProgressShown } from "./progress-shown.ts";

interface SendingChat {
  readonly session: ChatSession;
  readonly progress: ProgressShown;
  readonly view: Pick<ChatView, "changed">;
}

/** Starts a run. Never rejects: a run that cannot start is shown. @param message - undefined: resume the session. */
export async function startRun(
  { session, progress, view }: SendingChat,
  message: string | TypedMessage | undefined,
): Promise<void> {
  progress.apply({ type: "run-requested", text: message === undefined ? undefined : typedText(message) });
  view.changed();
  session.follow();
  try {
    const { result } = await session.live().send(message);
    await result;
  } catch (error) {
    progress.apply({ type: "run-refused", error });
    view.changed();
  }
}

/** Sends a message while the session is busy. Never rejects: a refused message is shown. */
export async function sendWhileBusy(
  { session, progress, view }: SendingChat,
  message: string | TypedMessage,
  when: "now" | "next",
): Promise<void> {
  const isSteering = when === "now" && progress.now().isRunning;
  const waiting = { text: typedText(message), isSteering };
  progress.apply({ type: "message-sent", message: waiting });
  view.changed();
  session.follow();
  const live = session.live();
  try {
    await (when === "now" ? live.steer(message) : live.send(message));
    progress.apply({ type: "message-settled", message: waiting });
  } catch (error) {
    progress.apply({ type: "message-settled", message: waiting, error });
  }
  view.changed();
}

function typedText(message: string | TypedMessage): string {
  return typeof message === "string" ? message : message.text;
}

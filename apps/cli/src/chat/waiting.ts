/** A message that was sent while a run was busy and has not reached the conversation. */
export interface WaitingMessage {
  readonly text: string;
  readonly isSteering: boolean;
}

export interface WaitingList {
  add(message: WaitingMessage): void;
  /** The first one with this text is no longer waiting. */
  placed(text: string): void;
  all(): readonly WaitingMessage[];
  /** Only these from now on. */
  reset(messages: readonly WaitingMessage[]): void;
}

export function createWaitingList(onChange: () => void): WaitingList {
  let messages: readonly WaitingMessage[] = [];
  return {
    add(message) {
      messages = [...messages, message];
      onChange();
    },
    placed(text) {
      const at = messages.findIndex((message) => message.text === text);
      if (at >= 0) messages = messages.toSpliced(at, 1);
      onChange();
    },
    all: () => messages,
    reset(all) {
      messages = all;
      onChange();
    },
  };
}

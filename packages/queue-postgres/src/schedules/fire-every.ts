import { messageOf } from "@skein/protocol";

const everyMs = 1_000;

/** Looks for what has come due every second, one look after the other. */
export function fireEvery(
  fire: () => Promise<void>,
  onProblem: (sentence: string) => void,
): { stop(): Promise<void> } {
  let last: string | undefined;
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    try {
      await fire();
      last = undefined;
    } catch (error) {
      // The same each second would hide everything else.
      if (messageOf(error) !== last) onProblem(`Schedules: ${messageOf(error)}`);
      last = messageOf(error);
    }
  };
  const timer = setInterval(() => {
    looking ??= look().finally(() => (looking = undefined));
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

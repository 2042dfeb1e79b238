/** How often each address has sent an unknown token in the last minute. */
export interface WrongTokens {
  count(address: string): number;
  add(address: string): void;
}

const windowMs = 60_000;
/** Addresses of which more is remembered; beyond, the one that was silent longest is forgotten. */
const mostAddresses = 1024;

/** @param now - milliseconds; only differences count. */
export function createWrongTokens(now: () => number = () => performance.now()): WrongTokens {
  const times = new Map<string, readonly number[]>();
  const recent = (address: string) => (times.get(address) ?? []).filter((at) => at > now() - windowMs);
  return {
    count: (address) => recent(address).length,
    add(address) {
      const those = [...recent(address), now()].slice(-1000);
      times.delete(address);
      times.set(address, those);
      const [oldest] = times.keys();
      if (times.size > mostAddresses && oldest !== undefined) times.delete(oldest);
    },
  };
}

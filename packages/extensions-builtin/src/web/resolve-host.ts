/** The addresses of a name; rejects when there are none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** As the system resolves names: hosts file, then name servers. */
export const systemResolver: ResolveHost = async (host) => {
  const { lookup } = process.getBuiltinModule("node:dns").promises;
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
};

/** What an archive may hold at most, so that no worker is filled by one. */
export const archiveLimits = {
  packedBytes: 50_000_000,
  unpackedBytes: 500_000_000,
  /** Files, links and folders. */
  entries: 50_000,
  /** Unpacked to packed bytes, above `freeBytes`. */
  ratio: 100,
  freeBytes: 10_000_000,
  /** Characters of a path. */
  pathLength: 1024,
};

export type ArchiveLimits = Readonly<typeof archiveLimits>;

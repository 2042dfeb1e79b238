/** What files were, by the hash of their content. */
export interface RecentContents {
  find(hash: string): Buffer | undefined;
  add(hash: string, content: Buffer): void;
}

const mostBytes = 16 * 1024 * 1024;
const mostBytesOfOne = 1024 * 1024;

/** The newest contents, up to 16 MiB together; larger ones than 1 MiB are left out. */
export function recentContents(): RecentContents {
  const contents = new Map<string, Buffer>();
  let bytes = 0;
  return {
    find: (hash) => contents.get(hash),
    add(hash, content) {
      if (content.length > mostBytesOfOne || contents.has(hash)) return;
      contents.set(hash, Buffer.from(content));
      bytes += content.length;
      for (const [oldest, old] of contents) {
        if (bytes <= mostBytes) break;
        contents.delete(oldest);
        bytes -= old.length;
      }
    },
  };
}

import { gzipSync } from "node:zlib";
import { Header } from "tar";

export interface PackedEntry {
  readonly path: string;
  readonly type?: "File" | "Directory" | "SymbolicLink" | "Link" | "CharacterDevice" | "FIFO" | "GNUDumpDir";
  readonly text?: string;
  readonly linkpath?: string;
  readonly mode?: number;
  /** What its header says, whatever comes after it. */
  readonly size?: number;
}

/** A tar archive of entries as no program would write them. */
export function tarOf(...entries: readonly PackedEntry[]): Buffer {
  const blocks = entries.flatMap(({ path, type = "File", text = "", linkpath, mode = 0o644, size }) => {
    const body = Buffer.from(text);
    const header = new Header({ path, type, mode, size: size ?? body.length, ...(linkpath && { linkpath }) });
    const block = Buffer.alloc(512);
    header.encode(block, 0);
    return [block, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

export function archiveOf(...entries: readonly PackedEntry[]) {
  return { name: "x.tgz", bytes: gzipSync(tarOf(...entries)) };
}

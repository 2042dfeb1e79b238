import type { ForeignSessionFile, HomeFolder } from "@skein/session-transfer/import";
import { loadSessionTransferImport } from "../later.ts";

/** The sessions of other agents on this machine, newest first. */
export async function foreignSessions(where: HomeFolder): Promise<readonly ForeignSessionFile[]> {
  const { foreignSessionFiles } = await loadSessionTransferImport();
  return foreignSessionFiles(where);
}

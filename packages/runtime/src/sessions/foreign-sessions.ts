import type { ForeignSessionFile, HomeFolder } from "@skein/session-transfer/import";

/** The sessions of other agents on this machine, newest first. */
export async function foreignSessions(where: HomeFolder): Promise<readonly ForeignSessionFile[]> {
  const { foreignSessionFiles } = await import("@skein/session-transfer/import");
  return foreignSessionFiles(where);
}

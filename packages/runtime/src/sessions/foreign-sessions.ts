import type { ForeignSessionFile, HomeFolder } from "@skein/session-transfer/import";

/** The sessions that other agents keep for this user, the newest first. None of a program that is not there. */
export async function foreignSessions(where: HomeFolder): Promise<readonly ForeignSessionFile[]> {
  const { foreignSessionFiles } = await import("@skein/session-transfer/import");
  return foreignSessionFiles(where);
}

import { homedir } from "node:os";
import { foreignSessions, type ForeignFormat, type ForeignSessionFile } from "@skein/runtime";

/** What other agents keep for this user. @param format - of one of them only. */
export async function foreignHere(format: ForeignFormat | undefined): Promise<readonly ForeignSessionFile[]> {
  const { env } = process;
  const found = await foreignSessions({ home: env["HOME"] ?? homedir(), env });
  return format === undefined ? found : found.filter((file) => file.format === format);
}

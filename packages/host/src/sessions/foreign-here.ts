import { homeFolder } from "@skein/platform/user";
import { foreignSessions } from "@skein/runtime";
import type { ForeignFormat, ForeignSessionFile } from "@skein/session-transfer/import";
import type { Machine } from "../machine.ts";

/** What other agents keep for this user. @param format - of one of them only. */
export async function foreignHere(
  { env }: Pick<Machine, "env">,
  format: ForeignFormat | undefined,
): Promise<readonly ForeignSessionFile[]> {
  const found = await foreignSessions({ home: env["HOME"] ?? homeFolder(), env });
  return format === undefined ? found : found.filter((file) => file.format === format);
}

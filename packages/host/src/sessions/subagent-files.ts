import { join, parse } from "node:path";
import type { ListedSession } from "@skein/sessions";
import { subagentsOf } from "./subagents-of.ts";

/** Into which file a session is written. */
export interface SessionPath {
  readonly session: string;
  readonly path: string;
}

/** A session's file, and one beside it for each of its subagents: `FILE.ID.ENDING`. */
export function withSubagentFiles(
  listed: readonly ListedSession[],
  first: SessionPath,
): readonly SessionPath[] {
  const { dir, name, ext } = parse(first.path);
  const below = subagentsOf(listed, first.session).map(({ session }) => ({
    session,
    path: join(dir, `${name}.${session}${ext}`),
  }));
  return [first, ...below];
}

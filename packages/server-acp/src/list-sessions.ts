import type { ListSessionsRequest, ListSessionsResponse } from "@agentclientprotocol/sdk/unstable";
import type { Host } from "@skein/host";

/** Sessions that can be loaded, the one written last first, on one page. */
export async function listSessions(
  { sessions }: Pick<Host, "sessions">,
  { cwd: folder }: ListSessionsRequest,
): Promise<ListSessionsResponse> {
  const found = (await sessions.list()).flatMap((listed) => {
    if (!("summary" in listed)) return [];
    const { cwd, child, name, lastAt } = listed.summary;
    if (cwd === undefined || child || (folder && folder !== cwd)) return [];
    const updatedAt = lastAt === undefined ? null : new Date(lastAt).toISOString();
    return [{ sessionId: listed.session, cwd, title: name ?? null, updatedAt }];
  });
  return { sessions: found };
}

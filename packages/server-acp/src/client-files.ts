import { methods, type AgentContext, type FileSystemCapabilities } from "@agentclientprotocol/sdk/unstable";
import type { OpenWishes } from "@skein/host";

type OpenFiles = NonNullable<OpenWishes["openFiles"]>;

/** An editor that does not answer for so long is left out: the file on the disk counts. */
const patienceMs = 10_000;

/**
 * The client's files, where it offers them: what is not saved is seen, and its editor writes. What it refuses is done on the
 * disk. Permissions and checkpoints come before, since the tools that use it ask for them.
 */
export function clientFiles(
  client: AgentContext,
  can: FileSystemCapabilities | null | undefined,
  sessionId: () => string | undefined,
): OpenFiles | undefined {
  if (!can?.readTextFile && !can?.writeTextFile) return undefined;
  const options = () => ({ cancellationSignal: AbortSignal.timeout(patienceMs), stopWaitingOnCancel: true });
  return {
    async read(path) {
      const id = sessionId();
      if (!can.readTextFile || id === undefined) return undefined;
      const asked = client.request(methods.client.fs.readTextFile, { sessionId: id, path }, options());
      return asked.then(
        ({ content }) => content,
        () => undefined,
      );
    },
    async write(path, content) {
      const id = sessionId();
      if (!can.writeTextFile || id === undefined) return false;
      const asked = client.request(
        methods.client.fs.writeTextFile,
        { sessionId: id, path, content },
        options(),
      );
      return asked.then(
        () => true,
        () => false,
      );
    },
  };
}

import { ExtensionError, messageOf, type Extension, type ExtensionStatus, type Tool } from "@skein/protocol";
import { within } from "./within.ts";

export interface StatusEvent {
  readonly extension: string;
  readonly status: ExtensionStatus;
}

export type Report = (event: StatusEvent) => void;

/** @throws ExtensionError; an extension that is late is told to stop. */
export async function startExtension(
  extension: Extension,
  timeoutMs: number,
  report: Report,
  signal: AbortSignal,
): Promise<readonly Tool[]> {
  const { name } = extension;
  const limit = new AbortController();
  report({ extension: name, status: { state: "starting" } });
  try {
    const tools = await within(extension.tools(AbortSignal.any([signal, limit.signal])), timeoutMs);
    if (!tools) throw new Error(`it did not start within ${timeoutMs / 1000} s`);
    report({ extension: name, status: { state: "ready" } });
    return tools;
  } catch (error) {
    limit.abort(error);
    const failure = ExtensionError.is(error)
      ? error
      : new ExtensionError("start-failed", `The extension "${name}" could not start: ${messageOf(error)}`, {
          cause: error,
        });
    report({ extension: name, status: { state: "failed", message: failure.message } });
    throw failure;
  }
}

/** Never throws; an extension that hangs is abandoned. */
export async function closeExtension(extension: Extension, timeoutMs: number, report: Report): Promise<void> {
  const { name } = extension;
  const closed = extension.close().then(
    () => ({ state: "closed" }) as const,
    (error: unknown) => ({ state: "failed", message: messageOf(error) }) as const,
  );
  const late = { state: "failed", message: `it did not close within ${timeoutMs / 1000} s` } as const;
  report({ extension: name, status: (await within(closed, timeoutMs)) ?? late });
}

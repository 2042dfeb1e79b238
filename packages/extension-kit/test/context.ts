import type { ToolContext } from "@skein/protocol";

export function contextWith(parts: Partial<ToolContext> = {}): ToolContext {
  return {
    session: "s1",
    callId: "c1",
    cwd: "/",
    signal: new AbortController().signal,
    progress: () => {},
    callFolder: undefined,
    ...parts,
  };
}

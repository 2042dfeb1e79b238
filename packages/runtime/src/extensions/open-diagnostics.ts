import type { FileDiagnostics } from "@skein/extensions-builtin/diagnostics";
import { harmlessVariables } from "@skein/extensions";
import type { AgentSettings } from "../agent-settings.ts";
import { loadDiagnostics } from "../later.ts";

/** Loaded at the first change of a file. */
export function openDiagnostics(
  { diagnostics, cwd, warn }: AgentSettings,
  env: Readonly<Record<string, string | undefined>>,
): FileDiagnostics | undefined {
  if (!diagnostics) return undefined;
  let opening: Promise<FileDiagnostics> | undefined;
  const open = async (): Promise<FileDiagnostics> => {
    const { fileDiagnostics } = await loadDiagnostics();
    return fileDiagnostics({ ...diagnostics, cwd, warn, env: harmlessVariables(env) });
  };
  return {
    watch: async (path) => (await (opening ??= open())).watch(path),
    compare: async (files, signal) => (await (opening ??= open())).compare(files, signal),
    close: async () => (await opening)?.close(),
  };
}

import { openHost, type HostNotice, type HostParts } from "@skein/host";
import type { KnownProvider } from "@skein/host/providers";
import type { AssistantPart, ModelLimits } from "@skein/protocol";
import { scriptedModel, type ScriptedTurn } from "@skein/provider-replay";
import { machineOf } from "./machine-of.ts";

export const text = (said: string): AssistantPart => ({ type: "text", text: said });
export const shell = (id: string, command: string): AssistantPart => ({
  type: "tool-call",
  id,
  name: "shell",
  input: { command },
});

interface ModelWishes {
  readonly delayMs?: number | undefined;
  readonly limits?: ModelLimits | undefined;
}

/** A model that says these turns, one after the other, in all sessions together. */
function provider(turns: readonly ScriptedTurn[], { delayMs = 0, limits = {} }: ModelWishes): KnownProvider {
  const model = scriptedModel(turns, { id: "m", delayMs, limits });
  return {
    load: async () => ({
      id: "scripted",
      model: () => model,
      models: async () => [],
      prepare: async () => undefined,
      check: async () => undefined,
    }),
    description: "",
    keyVariables: [],
    defaultModel: "m",
  };
}

export async function hostWith(
  folder: string,
  turns: readonly ScriptedTurn[],
  { delayMs, limits, ...more }: ModelWishes & Partial<HostParts> = {},
) {
  const notices: HostNotice[] = [];
  const machine = machineOf(folder, { SKEIN_PROVIDER: "scripted" });
  const notify = (notice: HostNotice) => void notices.push(notice);
  const host = await openHost({
    ...machine,
    providers: { scripted: provider(turns, { delayMs, limits }) },
    notify,
    ...more,
  });
  return { host, notices };
}

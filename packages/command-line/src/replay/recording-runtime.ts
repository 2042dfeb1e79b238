import { createRuntime, type Runtime } from "@skein/runtime";
import type { Machine } from "@skein/host";
import { sharedStore } from "@skein/host/sessions";

/** The kept sessions, to be replayed. Nothing of a provider is known to this runtime, so nothing of one is loaded. */
export async function recordingRuntime(machine: Machine): Promise<Runtime> {
  const dataFolder = machine.directories.data;
  return createRuntime({ providers: {}, dataFolder, ...(await sharedStore(machine)) });
}

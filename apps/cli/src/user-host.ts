import { openHost, type Host, type HostParts } from "@skein/host";
import { thisMachine } from "./machine.ts";
import { engines } from "./providers.ts";
import { sayNotice } from "./wording/say-notice.ts";

/** A host of this machine, with the providers of the command. */
export function userHost(more: Partial<HostParts> = {}): Promise<Host> {
  return openHost({ ...thisMachine(), providers: engines, notify: sayNotice, ...more });
}

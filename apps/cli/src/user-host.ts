import { openHost, type Host, type HostParts } from "@skein/host";
import { shareSessions } from "@skein/session-processes";
import { debugFolder } from "./debug-folder.ts";
import { thisMachine } from "./machine.ts";
import { engines } from "./providers.ts";
import { sayNotice } from "./wording/say-notice.ts";

/** A host of this machine, with the providers of the command. */
export function userHost(more: Partial<HostParts> = {}): Promise<Host> {
  const usual = { providers: engines, notify: sayNotice, httpLog: debugFolder(), shareSessions };
  return openHost({ ...thisMachine(), ...usual, ...more });
}

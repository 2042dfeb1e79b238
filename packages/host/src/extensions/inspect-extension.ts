import { withLogin } from "../logins/with-login.ts";
import type { ReferenceSources } from "../settings/look-up-reference.ts";
import { configuredExtension, serverOf } from "./configured-extension.ts";
import { inspectForAcceptance, type InspectedExtension } from "./inspect-for-acceptance.ts";

export interface InspectOptions {
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Start the newest version of its package instead of the accepted one. Default false. */
  readonly isNewest?: boolean;
}

/** Starts a configured extension, asks what it offers and ends it. Throws `ConfigError` and `ExtensionError`. */
export async function inspectExtension(
  sources: ReferenceSources,
  name: string,
  { cwd, ...options }: InspectOptions,
): Promise<InspectedExtension> {
  const extension = await configuredExtension(sources.machine, cwd, name);
  const server = withLogin(await serverOf(sources, cwd, extension), sources);
  return inspectForAcceptance(sources.machine, server, options);
}

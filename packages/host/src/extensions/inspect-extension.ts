import {
  describeOfferChange,
  inspectServer,
  type DescribedChange,
  type InspectedServer,
} from "@skein/runtime/extensions";
import type { ReferenceSources } from "../settings/look-up-reference.ts";
import { configuredExtension, serverOf } from "./configured-extension.ts";

export interface InspectedExtension extends Omit<InspectedServer, "changes"> {
  readonly changes: readonly DescribedChange[];
}

export interface InspectOptions {
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** Starts a configured extension, asks what it offers and ends it. Throws `ConfigError` and `ExtensionError`. */
export async function inspectExtension(
  sources: ReferenceSources,
  name: string,
  { cwd, signal }: InspectOptions,
): Promise<InspectedExtension> {
  const extension = await configuredExtension(sources.machine, cwd, name);
  const inspected = await inspectServer(await serverOf(sources, cwd, extension), signal);
  return { ...inspected, changes: inspected.changes.map(describeOfferChange) };
}

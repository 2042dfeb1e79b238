import {
  ExtensionError,
  messageOf,
  toolExtension,
  type Extension,
  type ExtensionStatus,
  type Tool,
} from "@skein/protocol";
import { closeExtension, followStatus, startExtension, type Report, type StatusEvent } from "./life-cycle.ts";
import { renamedExtension, renamedTool } from "./renamed-extension.ts";
import { toolNames, type NameCollision, type ToolNames } from "./tool-names.ts";
import { within } from "./within.ts";

export interface Mount {
  readonly extension: Extension | Tool;
  /** Whether mounting fails without it. Default false: its failure is reported, and the others continue. */
  readonly required?: boolean;
  /** Its tools, when it is being started already. Default: it is started by mounting. */
  readonly started?: Promise<readonly Tool[]>;
  /** It is a server's: its tools are named `extension__tool`. Default false. */
  readonly isForeign?: boolean;
}

export interface MountOptions {
  /** Milliseconds an extension may take to start. Default 300,000. */
  readonly startTimeoutMs?: number;
  /** Milliseconds to wait for extensions that are not required; their tools are added later. Default 10,000. */
  readonly patienceMs?: number;
  /** Milliseconds an extension may take to close. Default 5,000. */
  readonly closeTimeoutMs?: number;
  /** Names that no tool gets. Default: none. */
  readonly reservedNames?: readonly string[];
  readonly onStatus?: (event: StatusEvent) => void;
  /** Receives tools that got another name than theirs, because it is taken. */
  readonly onCollision?: (collision: NameCollision) => void;
  /** Aborts the start. */
  readonly signal?: AbortSignal;
}

export interface MountedExtensions extends AsyncDisposable {
  /** In the given order; tool names are unique. `tools` returns what is available and never waits. */
  readonly extensions: readonly Extension[];
  /** Names of the tools that are available now, sorted. */
  readonly tools: readonly string[];
  /** Closes all at once; one that hangs is abandoned. May be called twice. */
  close(): Promise<void>;
}

interface Place {
  readonly inner: Extension;
  readonly required: boolean;
  readonly isForeign: boolean;
  readonly started: Promise<readonly Tool[]> | undefined;
  readonly tell: (status: ExtensionStatus) => void;
  /** By their new names. */
  tools: ReadonlyMap<string, Tool>;
  readonly listeners: Set<() => void>;
}

/**
 * Starts extensions together and turns their tools into one catalogue, again as plain extensions. When two tools have
 * the same name, the extension that comes first in the list keeps it, so built-ins belong at the front.
 *
 * @throws ExtensionError `name-taken` for two extensions with the same name, `start-failed` when a required one
 *   does not start; the others are then closed. The signal's reason when it is aborted.
 */
export async function mountExtensions(
  mounts: readonly (Extension | Tool | Mount)[],
  options: MountOptions = {},
): Promise<MountedExtensions> {
  const { startTimeoutMs = 300_000, patienceMs = 10_000, closeTimeoutMs = 5_000 } = options;
  const report: Report = (event) => options.onStatus?.(event);
  const places = mounts.map((mount) => placeOf(mount, report));
  requireOwnNames(places);
  const names = toolNames(options.reservedNames, options.onCollision);
  const closing = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal;

  const closePlace = ({ inner, tell }: Place) => closeExtension(inner, closeTimeoutMs, tell);
  let closed: Promise<void> | undefined;
  async function closeAll(): Promise<void> {
    closing.abort(new ExtensionError("closed", "The extensions are closed."));
    await Promise.all(places.map(closePlace));
  }
  const close = () => (closed ??= closeAll());

  // Names are assigned by position in the list, not by speed; late extensions get what is left.
  const arrived = new Map<Place, readonly Tool[]>();
  let named = false;
  const started = places.map(async (place) => {
    const tools = await startExtension(place.inner, { ...place, timeoutMs: startTimeoutMs, signal });
    if (named) take(place, tools, names);
    else arrived.set(place, tools);
  });
  try {
    await unlessAborted(signal, enough(places, started, patienceMs));
  } catch (error) {
    await close();
    throw error;
  }
  for (const place of places) take(place, arrived.get(place) ?? [], names);
  named = true;
  for (const place of places) followChanges(place, names, signal);
  return {
    extensions: places.map((place) =>
      renamedExtension(place.inner, () => place.tools, {
        tools: () =>
          Promise.resolve(
            [...place.tools].map(([name, tool]) => {
              const renamed = renamedTool(tool, name);
              return place.required ? neededTool(renamed) : renamed;
            }),
          ),
        onChange(listener) {
          place.listeners.add(listener);
          return () => void place.listeners.delete(listener);
        },
        close: () => closePlace(place),
        nameOf: (tool) => names.nameOf(place.inner.name, tool, place.isForeign),
      }),
    ),
    get tools() {
      return places.flatMap((place) => [...place.tools.keys()]).toSorted();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function placeOf(mount: Extension | Tool | Mount, report: Report): Place {
  const {
    extension,
    required = false,
    started,
    isForeign = false,
  }: Mount = "extension" in mount ? mount : { extension: mount };
  const inner = "callTool" in extension ? extension : toolExtension(extension);
  return {
    inner,
    required,
    started,
    isForeign,
    tell: followStatus(inner, report),
    tools: new Map(),
    listeners: new Set(),
  };
}

/** A tool without which no run continues. */
function neededTool(tool: Tool): Tool {
  if (!tool.canBeLeftOut) return tool;
  const { canBeLeftOut: _, ...needed } = tool;
  return needed;
}

function requireOwnNames(places: readonly Place[]): void {
  const names = places.map(({ inner }) => inner.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new ExtensionError("name-taken", `Two extensions are named "${twice}".`, {
    hint: "Leave one out, or give it another name.",
  });
}

/** All required extensions have started, and the others have started, failed, or exceeded the wait. */
async function enough(
  places: readonly Place[],
  started: readonly Promise<void>[],
  patienceMs: number,
): Promise<void> {
  const required = started.filter((_, index) => places[index]?.required);
  await Promise.all([Promise.all(required), within(Promise.allSettled(started), patienceMs)]);
}

async function unlessAborted(signal: AbortSignal, work: Promise<void>): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason as Error);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function take(place: Place, tools: readonly Tool[], names: ToolNames): void {
  const named = tools.map(
    (tool) => [names.nameOf(place.inner.name, tool.name, place.isForeign), tool] as const,
  );
  place.tools = new Map(named.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  for (const listener of place.listeners) listener();
}

function followChanges(place: Place, names: ToolNames, signal: AbortSignal): void {
  const { inner, tell } = place;
  const stop = inner.onChange?.(() => {
    inner.tools(signal).then(
      (tools) => take(place, tools, names),
      (error: unknown) => {
        if (!signal.aborted) tell({ state: "degraded", message: messageOf(error) });
      },
    );
  });
  if (stop) signal.addEventListener("abort", stop, { once: true });
}

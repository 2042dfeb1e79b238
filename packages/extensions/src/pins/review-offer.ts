import type { ListedTool } from "../mcp/listed-tool.ts";
import type { StartedPackage } from "../packages/started-package.ts";
import { hashOf, pinnedTool, type ExtensionPin, type PinnedTool } from "./extension-pin.ts";

/** How an offer differs from what was accepted. Texts are the server's own. */
export type OfferChange =
  | { readonly kind: "source" }
  /** Another version of its package. */
  | { readonly kind: "package"; readonly before: string; readonly after: string }
  | { readonly kind: "instructions"; readonly before: string; readonly after: string }
  | { readonly kind: "tool-added"; readonly tool: string; readonly after: PinnedTool }
  | {
      readonly kind: "tool-changed";
      readonly tool: string;
      readonly before: PinnedTool;
      readonly after: PinnedTool;
    };

type ToolChange = Extract<OfferChange, { readonly tool: string }>;

export interface ServerOffer {
  /** Stands for its command line or address. */
  readonly source: string;
  /** Name and version, as the server says. */
  readonly server: string;
  readonly instructions: string;
  readonly tools: readonly ListedTool[];
  /** The package that was started, where its version was chosen. */
  readonly package?: Required<StartedPackage> | undefined;
}

export interface ReviewedOffer {
  /** Those that may be offered: accepted, and unchanged since. */
  readonly tools: readonly ListedTool[];
  /** As accepted. */
  readonly instructions: string;
  /** What is withheld, and why. */
  readonly changes: readonly OfferChange[];
}

/** What of an offer may be used. Another command or address is another server: nothing of it is accepted yet. */
export function reviewOffer(pin: ExtensionPin, offer: ServerOffer): ReviewedOffer {
  const { source, instructions, tools } = offer;
  if (pin.source !== source) {
    return {
      tools: [],
      instructions: "",
      changes: [{ kind: "source" }, ...toolChanges(pin, tools)],
    };
  }
  const changes = toolChanges(pin, tools);
  const withheld = new Set(changes.map(({ tool }) => tool));
  const before = pin.instructions;
  const isSame =
    pin.instructionsHash === undefined
      ? before === instructions
      : pin.instructionsHash === hashOf(instructions);
  return {
    tools: tools.filter(({ name }) => !withheld.has(name)),
    instructions: isSame ? instructions : before,
    changes: [
      ...packageChange(pin, offer),
      ...(isSame ? [] : [{ kind: "instructions", before, after: instructions } as const]),
      ...changes,
    ],
  };
}

function packageChange(pin: ExtensionPin, { package: now }: ServerOffer): readonly OfferChange[] {
  if (!now || pin.package?.version === now.version) return [];
  const before = pin.package?.version ?? "any version";
  return [{ kind: "package", before: `${now.name} ${before}`, after: `${now.name} ${now.version}` }];
}

function toolChanges(pin: ExtensionPin, tools: readonly ListedTool[]): readonly ToolChange[] {
  return tools.flatMap(({ name: tool, raw }): readonly ToolChange[] => {
    const after = pinnedTool(raw);
    const before = Object.hasOwn(pin.tools, tool) ? pin.tools[tool] : undefined;
    if (!before) return [{ kind: "tool-added", tool, after }];
    return before.hash === after.hash ? [] : [{ kind: "tool-changed", tool, before, after }];
  });
}

/** The pin that accepts an offer as it is. Accepted tools that it does not list now stay accepted. */
export function acceptOffer(pin: ExtensionPin | undefined, offer: ServerOffer): ExtensionPin {
  const { source, server, instructions, tools } = offer;
  const kept = pin?.source === source ? pin.tools : {};
  const now = Object.fromEntries(tools.map(({ name, raw }) => [name, pinnedTool(raw)]));
  const started = offer.package ?? (pin?.source === source ? pin.package : undefined);
  return {
    version: 1,
    source,
    server,
    instructions,
    ...(started ? { package: started } : {}),
    tools: { ...kept, ...now },
  };
}

/** Tool names that every model vendor accepts. */
const longest = 64;
const hashLength = 6;

/** Assigns a unique and permanent name to every tool of every extension. */
export interface ToolNames {
  /**
   * A tool keeps its name if it is valid and free; a taken one becomes `extension__tool`. Characters that vendors do not accept
   * become `_`; a name that is too long, or taken even then, ends in a hash of the whole.
   *
   * @param isForeign - of a server: the name is `extension__tool` in any case, so that it does not depend on other servers.
   */
  nameOf(extension: string, tool: string, isForeign?: boolean): string;
}

/** A tool that has another name, because an earlier one has its own. */
export interface NameCollision {
  readonly extension: string;
  /** As its extension calls it. */
  readonly tool: string;
  /** The name that is taken. */
  readonly taken: string;
  readonly name: string;
}

/** @param reserved - names that no tool gets. @param onCollision - is called once for each. */
export function toolNames(
  reserved: readonly string[] = [],
  onCollision: (collision: NameCollision) => void = () => undefined,
): ToolNames {
  const given = new Map<string, string>();
  const taken = new Set(reserved);
  return {
    nameOf(extension, tool, isForeign = false) {
      const owner = JSON.stringify([extension, tool]);
      const known = given.get(owner);
      if (known !== undefined) return known;
      const wanted = candidates({ extension, tool, isForeign }, owner);
      const name = wanted.find((candidate) => !taken.has(candidate)) ?? numbered(taken);
      given.set(owner, name);
      taken.add(name);
      const [first = name] = wanted;
      if (first !== name) onCollision({ extension, tool, taken: first, name });
      return name;
    },
  };
}

interface NamedTool {
  readonly extension: string;
  readonly tool: string;
  readonly isForeign: boolean;
}

function candidates({ extension, tool, isForeign }: NamedTool, owner: string): string[] {
  const long = `${extension}__${tool}`;
  const short = isForeign || tool === "" ? [] : [fitted(tool, owner)];
  return [...short, fitted(long, owner), hashed(long, owner)];
}

function fitted(name: string, owner: string): string {
  const fit = legal(name);
  return fit.length > longest ? hashed(name, owner) : fit;
}

function hashed(name: string, owner: string): string {
  return `${legal(name).slice(0, longest - hashLength - 1)}_${hash(owner)}`;
}

/** Gemini wants a letter or `_` first. */
function legal(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_").replace(/^(?![A-Za-z_])/, "_");
}

function numbered(taken: ReadonlySet<string>): string {
  return `tool_${taken.size}`;
}

/** FNV-1a: the same in every process, so that a resumed session finds its tools. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value.toString(16).padStart(8, "0").slice(-hashLength);
}

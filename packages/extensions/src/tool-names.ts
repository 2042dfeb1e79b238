/** Tool names that every model vendor accepts. */
const longest = 64;
const hashLength = 6;

/** Assigns a unique and permanent name to every tool of every extension. */
export interface ToolNames {
  /**
   * A tool keeps its name if it is valid and free. A taken name becomes `extension__tool`; characters that vendors do
   * not accept become `_`; a name that is too long, or taken even then, ends in a hash of the whole.
   */
  nameOf(extension: string, tool: string): string;
}

/** @param reserved - names that no tool gets. */
export function toolNames(reserved: readonly string[] = []): ToolNames {
  const given = new Map<string, string>();
  const taken = new Set(reserved);
  return {
    nameOf(extension, tool) {
      const owner = JSON.stringify([extension, tool]);
      const known = given.get(owner);
      if (known !== undefined) return known;
      const name =
        candidates(extension, tool, owner).find((candidate) => !taken.has(candidate)) ?? numbered(taken);
      given.set(owner, name);
      taken.add(name);
      return name;
    },
  };
}

function candidates(extension: string, tool: string, owner: string): string[] {
  const long = `${extension}__${tool}`;
  return [...(tool === "" ? [] : [fitted(tool, owner)]), fitted(long, owner), hashed(long, owner)];
}

function fitted(name: string, owner: string): string {
  return name.length > longest ? hashed(name, owner) : legal(name);
}

function hashed(name: string, owner: string): string {
  return `${legal(name).slice(0, longest - hashLength - 1)}_${hash(owner)}`;
}

function legal(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_");
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

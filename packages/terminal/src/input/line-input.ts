const fence = '"""';

/** Makes messages of typed lines: a `\` at the end of a line joins it with the next, `"""` stands around many lines. */
export interface LineInput {
  /** @returns the message, when this line ends one. */
  add(line: string): string | undefined;
  /** Whether a message has begun. */
  isOpen(): boolean;
  clear(): void;
}

export function createLineInput(): LineInput {
  let lines: string[] = [];
  let isFenced = false;
  const take = () => {
    const message = lines.join("\n");
    lines = [];
    isFenced = false;
    return message;
  };
  return {
    add(line) {
      if (line.trim() === fence && (isFenced || lines.length === 0)) {
        if (isFenced) return take();
        isFenced = true;
        return undefined;
      }
      if (isFenced || line.endsWith("\\")) {
        lines.push(isFenced ? line : line.slice(0, -1));
        return undefined;
      }
      lines.push(line);
      return take();
    },
    isOpen: () => isFenced || lines.length > 0,
    clear: () => void take(),
  };
}

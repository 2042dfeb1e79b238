/** Whether the JSON object that arrives in pieces has been closed. Reads each character once. */
export interface JsonNesting {
  read(piece: string): void;
  closed(): boolean;
}

export function createJsonNesting(): JsonNesting {
  let depth = 0;
  let opened = false;
  let inString = false;
  let escaped = false;
  return {
    read(piece) {
      for (const char of piece) {
        if (escaped) escaped = false;
        else if (inString && char === "\\") escaped = true;
        else if (char === '"') inString = !inString;
        else if (inString) continue;
        else if (char === "{" || char === "[") {
          depth++;
          opened = true;
        } else if (char === "}" || char === "]") depth--;
      }
    },
    closed: () => opened && depth <= 0,
  };
}

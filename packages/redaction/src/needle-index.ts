/** The minimum length of a needle. */
export const shortestNeedle = 8;

/** The search looks at windows of this many characters, or as many as the shortest needle has. */
const widestWindow = 16;

/** A match in a text. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  /** The replacement that was added with the needle. */
  readonly replacement: string;
}

/** Searches for many strings at once. */
export interface NeedleIndex {
  /** The first replacement added for a needle stays. @returns whether the needle was new. */
  add(needle: string, replacement: string): boolean;
  /** The first match at or after `from`; of several at the same position the longest. */
  next(text: string, from: number): Hit | undefined;
  /**
   * The first position at or after `from` where more text could complete or extend a match; otherwise the text's
   * length.
   */
  openFrom(text: string, from: number): number;
}

/**
 * A trie: needles with a common prefix share its node. The branches after `label` are keyed by their first character.
 */
interface Branch {
  label: string;
  replacement: string | undefined;
  readonly branches: Map<number, Branch>;
}

const hashBits = 18;
const hashMask = 2 ** hashBits - 1;

/**
 * The Wu-Manber algorithm: the last three characters of a window say how far it can move without missing a needle,
 * usually all but two of its length, however many needles there are. Where a needle may begin, a trie decides in one walk, so
 * thousands of tokens of one vendor cost no more than one.
 */
export function needleIndex(): NeedleIndex {
  let window = widestWindow;
  /** How far the window moves, by its last three characters; the most when they occur in no needle's start. */
  const steps = new Uint8Array(hashMask + 1).fill(window - 2);
  /** What the steps were made of: the first `widestWindow` characters of each needle. */
  const starts = new Set<string>();
  /** By the first `shortestNeedle` characters. */
  const roots = new Map<string, Branch>();
  /** All shorter prefixes, except those of `newHeads`; only streams need them. */
  const beginnings = new Set<string>();
  let newHeads: string[] = [];
  let longest = 0;

  function add(needle: string, replacement: string): boolean {
    const head = needle.slice(0, shortestNeedle);
    let root = roots.get(head);
    if (!root) {
      root = { label: head, replacement: undefined, branches: new Map() };
      roots.set(head, root);
      newHeads.push(head);
    }
    learnStart(needle.slice(0, widestWindow));
    longest = Math.max(longest, needle.length);
    const end = grow(root, needle);
    if (end.replacement !== undefined) return false;
    end.replacement = replacement;
    return true;
  }

  function learnStart(start: string): void {
    if (starts.has(start)) return;
    starts.add(start);
    if (start.length >= window) return addSteps(start);
    window = start.length;
    steps.fill(window - 2);
    for (const each of starts) addSteps(each);
  }

  function addSteps(start: string): void {
    for (let at = 2; at < window; at++) {
      const hash = hashAt(start, at);
      steps[hash] = Math.min(steps[hash]!, window - 1 - at);
    }
  }

  function next(text: string, from: number): Hit | undefined {
    let last = from + window - 1;
    while (last < text.length) {
      const step = steps[hashAt(text, last)]!;
      if (step > 0) {
        last += step;
        continue;
      }
      const start = last - window + 1;
      const { hit } = walk(text, start);
      if (hit) return hit;
      last++;
    }
    return undefined;
  }

  function walk(text: string, start: number): { readonly hit?: Hit | undefined; readonly isOpen: boolean } {
    let branch = roots.get(text.slice(start, start + shortestNeedle));
    let at = start + shortestNeedle;
    let hit: Hit | undefined;
    while (branch) {
      if (branch.replacement !== undefined) hit = { start, end: at, replacement: branch.replacement };
      if (at >= text.length) return { hit, isOpen: branch.branches.size > 0 };
      const further = branch.branches.get(text.charCodeAt(at));
      if (!further || !text.startsWith(further.label, at)) {
        return { hit, isOpen: further !== undefined && further.label.startsWith(text.slice(at)) };
      }
      at += further.label.length;
      branch = further;
    }
    return { hit, isOpen: false };
  }

  function learnBeginnings(): void {
    for (const head of newHeads) {
      for (let length = 1; length < shortestNeedle; length++) beginnings.add(head.slice(0, length));
    }
    newHeads = [];
  }

  function openFrom(text: string, from: number): number {
    learnBeginnings();
    for (let start = Math.max(from, text.length - longest + 1); start < text.length; start++) {
      const isShort = text.length - start < shortestNeedle;
      if (isShort ? beginnings.has(text.slice(start)) : walk(text, start).isOpen) return start;
    }
    return text.length;
  }

  return { add, next, openFrom };
}

/** The node at the needle's end, created if missing. */
function grow(root: Branch, needle: string): Branch {
  let branch = root;
  let at = shortestNeedle;
  while (at < needle.length) {
    const first = needle.charCodeAt(at);
    const further = branch.branches.get(first);
    if (!further) {
      const leaf: Branch = { label: needle.slice(at), replacement: undefined, branches: new Map() };
      branch.branches.set(first, leaf);
      return leaf;
    }
    const common = commonLength(further.label, needle, at);
    at += common;
    if (common < further.label.length) {
      const fork: Branch = {
        label: further.label.slice(0, common),
        replacement: undefined,
        branches: new Map(),
      };
      further.label = further.label.slice(common);
      fork.branches.set(further.label.charCodeAt(0), further);
      branch.branches.set(first, fork);
      branch = fork;
    } else {
      branch = further;
    }
  }
  return branch;
}

function commonLength(label: string, needle: string, from: number): number {
  let length = 0;
  // Past the end of a text no code equals another.
  while (label.charCodeAt(length) === needle.charCodeAt(from + length)) length++;
  return length;
}

/** Hash of the three characters that end at `at`. */
function hashAt(text: string, at: number): number {
  return (text.charCodeAt(at) ^ (text.charCodeAt(at - 1) << 5) ^ (text.charCodeAt(at - 2) << 11)) & hashMask;
}

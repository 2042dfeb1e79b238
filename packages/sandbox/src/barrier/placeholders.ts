import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";

/** How many commands of this process rely on a placeholder that this process has made. */
const users = new Map<string, number>();

/** What stands in the place of a file that must not be created: an empty folder, or a file with this text. */
export type PlaceholderText = string | undefined;

/** Makes a placeholder where nothing is. @returns what to call when the command that needs it has ended. */
export function placeholder(path: string, text: PlaceholderText): () => void {
  if (!users.has(path)) {
    try {
      if (text === undefined) mkdirSync(path, { mode: 0o755 });
      else writeFileSync(path, text, { flag: "wx", mode: 0o644 });
      users.set(path, 0);
    } catch (error) {
      // Somebody was faster: then it is there, and not ours to remove.
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      return () => {};
    }
  }
  users.set(path, (users.get(path) ?? 0) + 1);
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    const left = (users.get(path) ?? 1) - 1;
    users.set(path, left);
    if (left > 0) return;
    users.delete(path);
    if (!isMounted(path)) remove(path, text);
  };
}

/** Whether a placeholder of this process is there. */
export function isPlaceholder(path: string): boolean {
  return users.has(path);
}

function remove(path: string, text: PlaceholderText): void {
  try {
    if (text === undefined) rmdirSync(path);
    else if (readFileSync(path, "utf8") === text) unlinkSync(path);
  } catch {
    // Somebody has put something into it: it stays.
  }
}

/**
 * Whether a command of another process relies on it: removing a mount point unmounts it for every command that has it.
 * Every command has a mount namespace of its own, whose table can be read.
 */
function isMounted(path: string): boolean {
  const own = namespaceOf("self");
  const seen = new Set<string | undefined>([own]);
  return readdirSync("/proc").some((id) => {
    if (!/^\d+$/.test(id)) return false;
    const namespace = namespaceOf(id);
    if (namespace === undefined || seen.has(namespace)) return false;
    seen.add(namespace);
    return mountPointsOf(id).includes(path);
  });
}

function namespaceOf(id: string): string | undefined {
  try {
    return readlinkSync(`/proc/${id}/ns/mnt`);
  } catch {
    return undefined;
  }
}

function mountPointsOf(id: string): readonly string[] {
  try {
    const lines = readFileSync(`/proc/${id}/mountinfo`, "utf8").split("\n");
    return lines.map((line) => unescapeOctal(line.split(" ")[4] ?? ""));
  } catch {
    return [];
  }
}

function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}

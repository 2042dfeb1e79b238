import { readdirSync, statSync } from "node:fs";

/** Delay between two looks at a folder, in milliseconds. */
const pollMs = 1000;

/** Reports the files of a folder that change, by looking at them each second: for when it cannot be watched. */
export function pollFolder(folder: string, onChange: (name: string) => void): { close(): void } {
  let before = stampsIn(folder);
  const timer = setInterval(() => {
    const now = stampsIn(folder);
    const names = new Set([...before.keys(), ...now.keys()]);
    for (const name of names) if (before.get(name) !== now.get(name)) onChange(name);
    before = now;
  }, pollMs);
  return { close: () => clearInterval(timer) };
}

/** What differs after a change, by name. */
function stampsIn(folder: string): ReadonlyMap<string, string> {
  const names = orElse(() => readdirSync(folder), []);
  return new Map(
    names.map((name) => {
      const stats = orElse(() => statSync(`${folder}/${name}`, { bigint: true }), undefined);
      return [name, stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs}` : ""];
    }),
  );
}

function orElse<Value>(read: () => Value, fallback: Value): Value {
  try {
    return read();
  } catch {
    return fallback;
  }
}

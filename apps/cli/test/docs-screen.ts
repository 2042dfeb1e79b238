import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { ExpectStatic } from "vitest";

/** The file of a screen in the docs, for tests of this folder. */
const docsScreen = (name: string, size: readonly [number, number]): string =>
  `../../../docs/screens/${name}-${size.join("x")}.txt`;

/**
 * Compares a screen with its file in the docs. What a test waited for may be drawn before the rest, so it looks up to fifty
 * times until they are alike.
 */
export async function expectDocsScreen(
  here: ExpectStatic,
  screen: () => string,
  name: string,
  size: readonly [number, number],
): Promise<void> {
  const file = docsScreen(name, size);
  const path = new URL(file, import.meta.url);
  const wanted = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  const isCome = () => wanted === undefined || steadyScreen(screen()) === wanted;
  for (let looks = 0; looks < 50 && !isCome(); looks++) await sleep(100);
  await here(steadyScreen(screen())).toMatchFileSnapshot(file);
}

/** Without what is another time on another machine. */
function steadyScreen(screen: string): string {
  return screen
    .split("\n")
    .map((line) =>
      line
        .replace(/skein \d[\w.-]*/, "skein 0.0.0")
        .replace(/session \d{8}-\d{6}-\w+/, "session 20261126-090000-aaaa")
        .replace(/\d{8}-\d{6}-(?!aaaa\b)\w+/g, "20261126-090000-aaaaaa")
        .replace(/ {2}\d+s(?= )/, "  1s")
        .replace(/(?<=^ *process )\d+/, "4711")
        .replace(/^[0-9a-f]{8} · /, "aaaaaaaa · ")
        // Of a card: quick calls have no time.
        .replace(/(?<=\S)( {2,})(\S.*?)?(?: · )?\d+\.\d s$/, (_, gap: string, facts?: string) =>
          facts === undefined ? "" : `${gap}        ${facts}`,
        )
        .replace(/\d+ tokens/, "900 tokens")
        .replace(/(?<= )\d\d:\d\d(?= |$)/, "09:00")
        .replace(/ {2,}\d+ s$/, "        1 s")
        .replace(/(?<= )\d+ s(?= |$)/g, "1 s")
        .replace(/ · \d+\.\d s$/, " · 0.5 s")
        .replace(/ {2,}\/help$/, "  /help")
        .replace(/[\d.]+k? tokens · \$/, "900 tokens · $")
        .trimEnd(),
    )
    .join("\n")
    .trimEnd()
    .concat("\n");
}

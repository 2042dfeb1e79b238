import { escapeName, isJsonObject, type JsonObject } from "@skein/protocol";

/** Of a title. */
const shownCharacters = 80;

/** What each annotation of a tool comes to, in words for people, when its server sets it. */
const words = [
  ["readOnlyHint", "it only reads", "it changes things"],
  ["destructiveHint", "it may destroy data", "it destroys nothing"],
  ["idempotentHint", "repeating a call changes nothing more", "repeating a call does more"],
  ["openWorldHint", "it reaches systems outside", "it stays within its own system"],
] as const;

/** What a server claims of a tool by its annotations; `undefined`: nothing. It is shown, and decides nothing. */
export function claimsOf({ title, annotations }: JsonObject): string | undefined {
  const hints = isJsonObject(annotations) ? annotations : {};
  const name = [title, hints["title"]].find((text) => typeof text === "string" && text.trim() !== "");
  const claims = [
    ...(typeof name === "string" ? [`"${escapeName(name).slice(0, shownCharacters)}"`] : []),
    ...words.flatMap(([hint, yes, no]) => (typeof hints[hint] === "boolean" ? [hints[hint] ? yes : no] : [])),
  ];
  return claims.length === 0 ? undefined : claims.join(", ");
}

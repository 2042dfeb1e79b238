import { objectsIn, type JsonObject } from "@skein/protocol";

/** Returns the content blocks of all messages of a request, in order. */
export function blocksIn({ messages }: JsonObject): readonly JsonObject[] {
  return objectsIn(messages).flatMap(({ content }) => objectsIn(content));
}

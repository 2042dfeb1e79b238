export { knownWords, type KnownKind, type KnownWord } from "./completion/known-words.ts";

export { knownWords, type KnownKind, type KnownWord } from "./known-words.ts";
export {
  completeWords,
  type CompletableCommand,
  type CompletableFlag,
  type Completions,
  type SuggestedKind,
  type Suggests,
} from "./complete-words.ts";

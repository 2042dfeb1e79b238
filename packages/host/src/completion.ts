export { knownWords, type KnownKind, type KnownWord } from "./completion/known-words.ts";
export {
  completeWords,
  type CompletableCommand,
  type CompletableFlag,
  type Completions,
  type SuggestedKind,
  type Suggests,
} from "./completion/complete-words.ts";
export { mentionWords, type MentionWord } from "./messages/mention-words.ts";

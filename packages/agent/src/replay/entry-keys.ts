import { isAboutCall, type Entry } from "@skein/protocol";

/**
 * Gives an entry a key that identifies the same entry in another journal of the same run: its kind, its
 * subject, and a counter. Positions do not work, because calls of one reply end in any order.
 */
export type KeyOf = (entry: Entry) => string | undefined;

/** Pass each entry once, in order. Entries that depend only on the clock have no key. */
export function entryKeys(): KeyOf {
  const requests = new Map<number, string>();
  const questions = new Map<string, string>();
  const counts = new Map<string, number>();
  const numbered = (name: string): string => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${name} ${count}`;
  };

  const requestOf = (seq: number): string => requests.get(seq) ?? "an earlier request";

  return (entry) => {
    switch (entry.kind) {
      case "reply-draft":
        return undefined;
      case "model-request": {
        const key = numbered(`model-request ${entry.purpose}`);
        requests.set(entry.seq, key);
        return key;
      }
      case "model-result":
        return numbered(`model-result of ${requestOf(entry.request)}`);
      case "assistant-message":
        return numbered(`assistant-message ${entry.partial ?? "whole"} of ${requestOf(entry.request)}`);
      case "question": {
        const { question } = entry;
        const about = isAboutCall(question) ? question.callId : question.extension;
        const key = numbered(`question ${about}`);
        questions.set(question.id, key);
        return key;
      }
      case "answer":
        return numbered(`answer to ${questions.get(entry.questionId) ?? entry.questionId}`);
      case "decision":
      case "tool-intent":
      case "tool-result":
      case "checkpoint":
        return numbered(`${entry.kind} ${entry.callId ?? ""}`);
      default:
        return numbered(entry.kind);
    }
  };
}

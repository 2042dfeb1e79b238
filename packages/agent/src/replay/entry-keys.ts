import type { Entry } from "@skein/protocol";

/**
 * Gives an entry a name by which the same entry of another journal of the same run can be found: its kind and what it
 * is about, and a number where there are several. Calls of one reply end in any order, so places say nothing.
 */
export type KeyOf = (entry: Entry) => string | undefined;

/** Entries must come in order, each once. Those that only the clock has made have no key. */
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
        const about = question.kind === "approval" ? question.callId : question.extension;
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

export { changesText, diffLines } from "./sessions/diff-lines.ts";
export { entryLines } from "./sessions/entry-lines.ts";
export { hitLines } from "./sessions/hit-lines.ts";
export { howMany, questionTitle, shortId } from "./sessions/question-words.ts";
export { sessionTable } from "./sessions/session-table.ts";
export { subagentTree } from "./sessions/subagent-tree.ts";
export { costText } from "./sessions/summary-words.ts";
export { transcriptLines } from "./sessions/transcript-lines.ts";
export { rewoundLines } from "./sessions/rewound-lines.ts";

/** Characters of a comment; GitHub refuses more. */
export const mostOfComment = 65_536;
/** Bytes of a step's summary; GitHub shows none of a longer one. */
export const mostOfSummary = 1024 * 1024;

/** @param where - the rest of it. */
export function shortenComment(text: string, end: string, where: string): string {
  if (text.length + end.length <= mostOfComment) return text + end;
  const note = `\n\n… The rest is in ${where}.`;
  return cutAt(text, mostOfComment - end.length - note.length - 8) + note + end;
}

export function shortenSummary(text: string): string {
  if (Buffer.byteLength(text) <= mostOfSummary) return text;
  const note = "\n\n… The rest is in the journal of the session.\n";
  const bytes = Buffer.from(text).subarray(0, mostOfSummary - Buffer.byteLength(note) - 16);
  return closed(bytes.toString().replace(/\uFFFD+$/, "")) + note;
}

function cutAt(text: string, length: number): string {
  return closed(
    text
      .slice(0, Math.max(0, length))
      .toWellFormed()
      .replace(/\uFFFD$/, ""),
  );
}

/** A fence that the cut has left open would take in what follows. */
function closed(text: string): string {
  const marks = [...text.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)].map(([, mark = ""]) => mark);
  return marks.length % 2 === 0 ? text : `${text}\n${marks.at(-1)}`;
}

import type { Project } from "@skein/command-line/projects";
import { shortFolder, shortTime } from "@skein/terminal";
import { table, widthOf } from "@skein/terminal/table";

const columns = [
  { title: "", align: "right" },
  { title: "FOLDER" },
  { title: "LAST" },
  { title: "SESSIONS", align: "right" },
  { title: "WHAT WAS DONE LAST", isFlexible: true },
] as const;

/** A folder a row, with the number that names it. */
export function projectTable(projects: readonly Project[], stream: NodeJS.WriteStream, now: Date): string {
  const rows = projects.map(({ folder, sessions, last }, at) => {
    const { name, firstText = "", lastAt } = last.summary;
    const when = lastAt === undefined ? "" : shortTime(lastAt, now);
    return [`${at + 1}`, shortFolder(folder), when, `${sessions}`, (name ?? firstText).slice(0, 200)];
  });
  return table(columns, rows, widthOf(stream));
}

/** For programs; times in milliseconds since the epoch. */
export function projectObject({ folder, sessions, last }: Project): object {
  const { name, firstText, lastAt, state } = last.summary;
  const known = { name, firstText, lastAt, state };
  return {
    folder,
    sessions,
    last: {
      id: last.session,
      ...Object.fromEntries(Object.entries(known).map(([key, value]) => [key, value ?? null])),
    },
  };
}

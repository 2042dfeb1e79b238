import { programName, type InspectedCommand } from "../inspected-command.ts";

const clients =
  /^(?:psql|mysql|mariadb|sqlite3?|duckdb|sqlcmd|sqlplus|cockroach|clickhouse(?:-client)?|mongo(?:sh)?|redis-cli|valkey-cli|cqlsh|bq|snowsql)$/;

/** Statements that delete more than the rows they name. */
const statements: readonly RegExp[] = [
  /\bdrop\s+(?:table|database|schema|index|view|user|role|collection|keyspace|tablespace|owned)\b/i,
  /\btruncate\s+(?:table\s+)?[\w"'`.[\]]+/i,
  /\bdelete\s+from\s+[\w"'`.[\]]+\s*(?:;|"|'|$)/im,
  /\bupdate\s+[\w"'`.[\]]+\s+set\b(?!.*\bwhere\b)/is,
  /\b(?:flushall|flushdb)\b/i,
  /\.(?:drop|dropDatabase|dropIndexes)\s*\(|\.(?:deleteMany|remove)\s*\(\s*(?:\{\s*\}\s*)?\)/,
];

/**
 * The first such statement in a command that calls a client of a database, wherever in the command it stands: as an
 * argument, in a here-document, or piped in.
 */
export function databaseStatement({ text, segments }: InspectedCommand): string | undefined {
  const isCalled =
    segments.some(({ program }) => clients.test(programName(program))) ||
    text.split(/[^\w-]+/).some((word) => clients.test(word));
  if (!isCalled) return undefined;
  return statements.map((statement) => statement.exec(text)?.[0]).find((found) => found !== undefined);
}

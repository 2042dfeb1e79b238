import { ConfigError } from "@skein/protocol";
import type { Database, Query, Row } from "./database.ts";
import { addressOf, codeOf } from "./postgres-errors.ts";
import { migrations } from "./migrations.ts";

/** What the tests run on. */
const oldestServer = 150_000;
/** Taken while tables are made. Any number that nothing else in the database locks. */
const lockNumber = 0x534b4549;

/** Throws `ConfigError` for a name that would have to be quoted. */
export function quotedSchema(name: string): string {
  if (/^[a-z_][a-z0-9_]{0,39}$/.test(name)) return `"${name}"`;
  throw new ConfigError("usage", `${JSON.stringify(name)} is no name of a schema for the journal's tables.`, {
    hint: "Use up to 40 small letters, digits and '_'.",
  });
}

/** Makes the tables, or brings them up to date; refuses a server that is too old and tables that are newer. */
export async function prepareSchema(database: Database, schema: string): Promise<void> {
  await checkServer(database);
  const version = await versionOf(database.once, schema);
  checkKnown(version, database.url);
  if (version < migrations.length)
    await database.transaction((query) => migrate(query, schema, database.url));
}

async function checkServer(database: Database): Promise<void> {
  const [row] = await database.once(
    "SELECT current_setting('server_version_num')::int AS number, version() AS name",
  );
  if (Number(row?.["number"]) >= oldestServer) return;
  const name = String(row?.["name"]).split(" on ")[0];
  throw new ConfigError(
    "usage",
    `The journal's database ${addressOf(database.url)} is ${name}, which is too old.`,
    {
      hint: "Postgres 15 or newer is needed.",
    },
  );
}

async function migrate(query: Query, schema: string, url: string): Promise<void> {
  await query("SELECT pg_advisory_xact_lock($1)", [lockNumber]);
  const from = await versionOf(query, schema); // another process may have been faster
  checkKnown(from, url);
  if (from === 0) await query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  for (const migration of migrations.slice(from)) await query(migration(schema));
  await query(`UPDATE ${schema}.format SET version = $1`, [migrations.length]);
}

/** 0 where there are no tables yet. */
async function versionOf(query: Query, schema: string): Promise<number> {
  // The tables of the catalog, not a name: names are looked up in a cache that may be older than a lock just granted.
  const found = await query(
    "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = $1 AND tablename = 'format'",
    [schema.slice(1, -1)],
  );
  if (found.length === 0) return 0;
  const [row] = await query(`SELECT version FROM ${schema}.format`);
  return Number(row?.["version"] ?? 0);
}

function checkKnown(version: number, url: string): void {
  if (version <= migrations.length) return;
  throw new ConfigError(
    "usage",
    `The journal's database ${addressOf(url)} was set up by a newer version of Skein (format ${version}).`,
    { hint: "Update Skein to use it." },
  );
}

/** Makes the partition for sessions that begin this month. */
export function makePartition(database: Database, schema: string): Promise<void> {
  return database.transaction(async (query) => {
    await query("SELECT pg_advisory_xact_lock($1)", [lockNumber]);
    const [month] = (await query(
      `SELECT to_char(first, 'YYYY_MM') AS name, first::text AS first, (first + interval '1 month')::date::text AS next
       FROM (SELECT ${schema}.month_now() AS first) AS m`,
    )) as readonly [Row];
    await query(
      `CREATE TABLE IF NOT EXISTS ${schema}."entries_${String(month["name"])}" PARTITION OF ${schema}.entries
       FOR VALUES FROM ('${String(month["first"])}') TO ('${String(month["next"])}')`,
    );
  });
}

/** Whether a statement failed because a month has no partition yet. */
export function lacksPartition(error: unknown): boolean {
  return codeOf(error) === "23514" && error instanceof Error && error.message.includes("no partition");
}

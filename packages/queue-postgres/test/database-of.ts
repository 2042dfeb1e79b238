import { PgBoss } from "pg-boss";

/** For what only time would do. */
export function databaseOf(
  url: string,
  schema: string,
): (statement: string) => Promise<readonly Record<string, unknown>[]> {
  return async (statement) => {
    const boss = new PgBoss({ connectionString: url, schema, max: 1, supervise: false, schedule: false });
    await boss.start();
    const { rows } = await boss.getDb().executeSql(statement);
    await boss.stop({ graceful: false });
    return rows as readonly Record<string, unknown>[];
  };
}

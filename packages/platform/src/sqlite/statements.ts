import type { DatabaseSync, StatementSync } from "node:sqlite";

export interface Statements {
  /** A prepared statement; each SQL text is prepared once. */
  readonly statement: (sql: string) => StatementSync;
  /**
   * Runs `work` in a transaction, which is rolled back when it throws. Waits for another process's transaction to
   * end. Cannot be nested.
   */
  readonly transact: <Result>(work: () => Result) => Result;
}

/** The statements of one connection, usable until it is closed. */
export function statementsOf(database: DatabaseSync): Statements {
  const statements = new Map<string, StatementSync>();

  function statement(sql: string): StatementSync {
    let prepared = statements.get(sql);
    if (!prepared) statements.set(sql, (prepared = database.prepare(sql)));
    return prepared;
  }

  return {
    statement,
    transact(work) {
      // Not deferred: a transaction that first reads and then writes fails when another one wrote in between.
      statement("BEGIN IMMEDIATE").run();
      try {
        const result = work();
        statement("COMMIT").run();
        return result;
      } catch (error) {
        if (database.isTransaction) database.exec("ROLLBACK");
        throw error;
      }
    },
  };
}

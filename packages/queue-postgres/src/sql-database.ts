/** A database that runs statements. pg-boss's own type of it does not compile for those who check the types of libraries. */
export interface SqlDatabase {
  executeSql(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, onTestFinished } from "vitest";
import { postgresPrograms, startPostgres, type PostgresServer } from "@skein/test-kit";
import { openPostgresJournal, type PostgresJournal, type PostgresJournalOptions } from "../src/index.ts";

type Options = Omit<PostgresJournalOptions, "url"> & { readonly url?: string };

interface Postgres {
  /** Running from the first test to the last one. */
  readonly server: () => PostgresServer;
  /** A store that is closed with the test; without a schema, a new and empty one. */
  readonly open: (options?: Options) => Promise<PostgresJournal>;
}

/** Tests on one server, skipped where Postgres is not installed. */
export function describePostgres(name: string, tests: (postgres: Postgres) => void): void {
  describe.skipIf(postgresPrograms() === undefined)(`${name} (skipped without Postgres)`, () => {
    let server: PostgresServer | undefined;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server?.[Symbol.asyncDispose]());
    const running = (): PostgresServer => server!;
    tests({
      server: running,
      async open(options = {}) {
        const store = await openPostgresJournal({ url: running().url, schema: newSchema(), ...options });
        onTestFinished(() => store.close());
        return store;
      },
    });
  });
}

export function newSchema(): string {
  return `t_${randomUUID().replaceAll("-", "")}`;
}

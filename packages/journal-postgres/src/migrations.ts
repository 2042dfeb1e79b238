/** One per version of the tables, in order; never changed once it was published. */
export const migrations: readonly ((schema: string) => string)[] = [first, outsideBlobs, claims];

/**
 * Entries are text as it was given: `jsonb` would change the order of fields and refuse U+0000. All entries of a session are
 * in the partition of the month in which it began, so that a whole month of sessions can be dropped, and a session is read
 * from one table.
 */
function first(s: string): string {
  return `
    CREATE TABLE ${s}.format(version integer NOT NULL);
    INSERT INTO ${s}.format VALUES (0);

    CREATE FUNCTION ${s}.month_now() RETURNS date LANGUAGE sql STABLE AS
      $$ SELECT date_trunc('month', now() AT TIME ZONE 'UTC')::date $$;

    CREATE TABLE ${s}.sessions(
      session text PRIMARY KEY,
      month date NOT NULL DEFAULT ${s}.month_now(),
      last_seq integer NOT NULL DEFAULT 0,
      changed timestamptz NOT NULL DEFAULT clock_timestamp(),
      removed timestamptz,
      fence bigint NOT NULL DEFAULT 0,
      lease_holder text,
      lease_since timestamptz,
      lease_expires timestamptz,
      summary text,
      summary_seq integer
    );
    CREATE INDEX ON ${s}.sessions(changed);

    CREATE TABLE ${s}.entries(
      month date NOT NULL,
      session text NOT NULL,
      seq integer NOT NULL,
      kind text NOT NULL,
      at double precision NOT NULL,
      run text,
      v integer NOT NULL,
      body text NOT NULL,
      crc bigint NOT NULL,
      PRIMARY KEY (session, seq, month)
    ) PARTITION BY RANGE (month);
    CREATE INDEX ON ${s}.entries(session, kind, seq);

    CREATE TABLE ${s}.blobs(
      session text NOT NULL,
      hash text NOT NULL,
      bytes bytea,
      PRIMARY KEY (session, hash)
    );
    ALTER TABLE ${s}.blobs ALTER COLUMN bytes SET STORAGE EXTERNAL;

    -- JSON as Postgres reads it: it refuses U+0000 and halves of surrogate pairs in texts.
    CREATE FUNCTION ${s}.readable(body text) RETURNS json LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
      $$ SELECT regexp_replace(body, '\\\\u(0000|d[89a-f][0-9a-f]{2})', '\\\\ufffd', 'gi')::json $$;

    -- What a person or a model said in an entry; an index cannot hold more of it.
    CREATE FUNCTION ${s}.said(body text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
      BEGIN
        RETURN (SELECT left(string_agg(part->>'text', E'\\n'), 100000)
          FROM json_array_elements(${s}.readable(body)->'content') AS part WHERE part->>'type' = 'text');
      EXCEPTION WHEN others THEN RETURN NULL;
      END $$;

    CREATE INDEX messages_said ON ${s}.entries USING gin (to_tsvector('simple', ${s}.said(body)))
      WHERE kind IN ('user-message', 'assistant-message');

    CREATE VIEW ${s}.messages AS
      SELECT session, seq, to_timestamp(at / 1000) AS at, kind, ${s}.said(body) AS said
      FROM ${s}.entries WHERE kind IN ('user-message', 'assistant-message');

    CREATE VIEW ${s}.runs AS
      SELECT o.session, o.run, to_timestamp(o.at / 1000) AS ended, ${s}.readable(o.body)->>'outcome' AS outcome
      FROM ${s}.entries o WHERE o.kind = 'outcome';

    CREATE VIEW ${s}.costs AS
      SELECT session, ${s}.readable(body)->>'provider' AS provider, ${s}.readable(body)->>'model' AS model,
        count(*) AS requests, sum((${s}.readable(body)->>'costUsd')::double precision) AS cost_usd
      FROM ${s}.entries WHERE kind = 'model-result' GROUP BY 1, 2, 3;
  `;
}

/**
 * What may be in the port for large blobs and in no row: noted before it is put there, and by whatever deletes the row, a
 * person's own statement too. `since` is when it was put; a deleted row's is past.
 */
function outsideBlobs(s: string): string {
  return `
    CREATE TABLE ${s}.outside_blobs(
      session text NOT NULL,
      hash text NOT NULL,
      since timestamptz NOT NULL,
      PRIMARY KEY (session, hash)
    );

    CREATE FUNCTION ${s}.blob_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO ${s}.outside_blobs VALUES (OLD.session, OLD.hash, '-infinity')
          ON CONFLICT (session, hash) DO UPDATE SET since = excluded.since;
        RETURN NULL;
      END $$;

    CREATE TRIGGER blob_deleted AFTER DELETE ON ${s}.blobs
      FOR EACH ROW WHEN (OLD.bytes IS NULL) EXECUTE FUNCTION ${s}.blob_deleted();
  `;
}

/** Which attempt of which run of a queue may write a session, and the last entry that was there before that run. */
function claims(s: string): string {
  return `
    ALTER TABLE ${s}.sessions ADD COLUMN claim_run text, ADD COLUMN claim_attempt integer,
      ADD COLUMN claim_after integer;
  `;
}

import type { SqlDatabase } from "../sql-database.ts";

/** Taken while tables are made. */
const lockNumber = 0x534b4551;

/**
 * Tables of limits, and what must be decided under a lock. That is done by functions of the database: a worker that is
 * paused or cut off between two statements would hold the lock. A function that changes gets a new name, since older workers
 * may still run.
 */
export async function makeLimitTables(db: SqlDatabase, schema: string): Promise<void> {
  const s = `"${schema}"`;
  await db.executeSql(`
    BEGIN;
    SELECT pg_advisory_xact_lock(${lockNumber});
    CREATE TABLE IF NOT EXISTS ${s}.call_limits(
      name text PRIMARY KEY, requests bigint, tokens bigint, at_once bigint
    );
    CREATE TABLE IF NOT EXISTS ${s}.calls(
      id uuid PRIMARY KEY, provider text NOT NULL, model text NOT NULL, tokens bigint NOT NULL,
      is_open boolean NOT NULL, until timestamptz NOT NULL
    );
    CREATE INDEX IF NOT EXISTS calls_by_provider ON ${s}.calls(provider, until);
    CREATE TABLE IF NOT EXISTS ${s}.share_budgets(
      share text, period text, usd float8, tokens bigint, PRIMARY KEY (share, period)
    );
    CREATE TABLE IF NOT EXISTS ${s}.share_spent(
      share text, day date, usd float8 NOT NULL, tokens bigint NOT NULL, unpriced bigint NOT NULL,
      estimates bigint NOT NULL, PRIMARY KEY (share, day)
    );
    CREATE TABLE IF NOT EXISTS ${s}.share_holds(
      id uuid PRIMARY KEY, share text NOT NULL, day date NOT NULL, usd float8 NOT NULL, tokens bigint NOT NULL,
      until timestamptz NOT NULL
    );
    ${callFunctions(s)}
    ${shareFunctions(s)}
    COMMIT;
  `);
}

/**
 * A call counts from its lease until a minute after its end, so that no minute has more than the limit, whenever in its
 * lease it was sent. `until` is when the lease ends, or when the call has ended.
 */
function callFunctions(s: string): string {
  return `
    CREATE OR REPLACE FUNCTION ${s}.call_use_1(of_provider text, of_model text, besides uuid)
    RETURNS TABLE(name text, requests bigint, tokens bigint, at_once bigint,
      used_requests bigint, used_tokens bigint, used_at_once bigint) LANGUAGE sql VOLATILE AS $body$
      SELECT l.name, l.requests, l.tokens, l.at_once, u.* FROM ${s}.call_limits l
      CROSS JOIN LATERAL (
        SELECT count(*), coalesce(sum(c.tokens), 0)::bigint,
          count(*) FILTER (WHERE c.is_open AND c.until > clock_timestamp())
        FROM ${s}.calls c
        WHERE c.provider = of_provider AND (l.name = of_provider OR c.model = of_model)
          AND c.until > clock_timestamp() - interval '1 minute' AND c.id IS DISTINCT FROM besides
      ) AS u
      WHERE l.name IN (of_provider, of_provider || '/' || of_model)
    $body$;

    CREATE OR REPLACE FUNCTION ${s}.enter_call_1(
      call uuid, of_provider text, of_model text, wanted bigint, lease interval
    ) RETURNS jsonb LANGUAGE plpgsql AS $body$
    DECLARE
      most bigint;
      full_ones jsonb;
    BEGIN
      PERFORM FROM ${s}.call_limits WHERE name IN (of_provider, of_provider || '/' || of_model);
      IF NOT FOUND THEN RETURN '{"state": "unlimited"}'; END IF;
      PERFORM pg_advisory_xact_lock(hashtextextended('calls of ' || of_provider, 0));
      DELETE FROM ${s}.calls WHERE provider = of_provider AND until <= clock_timestamp() - interval '1 minute';
      SELECT min(u.tokens), jsonb_agg(to_jsonb(u)) FILTER (
        WHERE used_requests >= requests OR used_tokens + wanted > tokens OR used_at_once >= at_once
      ) INTO most, full_ones FROM ${s}.call_use_1(of_provider, of_model, call) AS u;
      IF wanted > most THEN
        RETURN jsonb_build_object('state', 'too-large', 'most', most, 'full', full_ones);
      ELSIF full_ones IS NOT NULL THEN
        RETURN jsonb_build_object('state', 'full', 'full', full_ones);
      END IF;
      INSERT INTO ${s}.calls(id, provider, model, tokens, is_open, until)
      VALUES (call, of_provider, of_model, wanted, true, clock_timestamp() + lease)
      ON CONFLICT (id) DO UPDATE SET tokens = excluded.tokens, until = excluded.until;
      RETURN '{"state": "entered"}';
    END $body$;`;
}

/** Days are those of UTC, by the database's clock. What a lost process held is charged in full. */
function shareFunctions(s: string): string {
  return `
    CREATE OR REPLACE FUNCTION ${s}.share_use_1(whose text)
    RETURNS TABLE(share text, period text, usd float8, tokens bigint, spent_usd float8, spent_tokens bigint,
      unpriced bigint, estimates bigint, held_usd float8, held_tokens bigint) LANGUAGE plpgsql AS $body$
    #variable_conflict use_column
    DECLARE
      today date := (clock_timestamp() AT TIME ZONE 'utc')::date;
    BEGIN
      WITH lost AS (DELETE FROM ${s}.share_holds WHERE until <= clock_timestamp() RETURNING *)
      INSERT INTO ${s}.share_spent AS p
      SELECT share, day, sum(usd), sum(tokens), 0, count(*) FROM lost GROUP BY share, day
      ON CONFLICT (share, day) DO UPDATE SET usd = p.usd + excluded.usd, tokens = p.tokens + excluded.tokens,
        estimates = p.estimates + excluded.estimates;
      RETURN QUERY
      SELECT b.share, b.period, b.usd, b.tokens, p.*, h.* FROM ${s}.share_budgets b
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(x.usd), 0), coalesce(sum(x.tokens), 0)::bigint, coalesce(sum(x.unpriced), 0)::bigint,
          coalesce(sum(x.estimates), 0)::bigint
        FROM ${s}.share_spent x WHERE x.day >= date_trunc(b.period, today)::date
          AND (x.share = CASE b.share WHEN '*' THEN whose ELSE b.share END OR starts_with(x.share, b.share || '/'))
      ) AS p
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(x.usd), 0), coalesce(sum(x.tokens), 0)::bigint
        FROM ${s}.share_holds x WHERE x.day >= date_trunc(b.period, today)::date
          AND (x.share = CASE b.share WHEN '*' THEN whose ELSE b.share END OR starts_with(x.share, b.share || '/'))
      ) AS h
      WHERE b.share = whose OR starts_with(whose, b.share || '/') OR (b.share = '*' AND NOT EXISTS (
        SELECT FROM ${s}.share_budgets o 
        WHERE o.period = b.period AND (o.share = whose OR starts_with(whose, o.share || '/'))
      ))
      ORDER BY b.share, b.period;
    END $body$;

    CREATE OR REPLACE FUNCTION ${s}.hold_share_1(
      hold uuid, whose text, of_usd float8, of_tokens bigint, lease interval
    ) RETURNS boolean LANGUAGE plpgsql AS $body$
    DECLARE
      own_usd float8 := 0;
      own_tokens bigint := 0;
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended('share ' || split_part(whose, '/', 1), 0));
      SELECT usd, tokens INTO own_usd, own_tokens FROM ${s}.share_holds WHERE id = hold;
      PERFORM FROM ${s}.share_use_1(whose) AS u
      WHERE u.spent_usd + u.held_usd - coalesce(own_usd, 0) + of_usd > u.usd
        OR u.spent_tokens + u.held_tokens - coalesce(own_tokens, 0) + of_tokens > u.tokens;
      IF FOUND THEN RETURN false; END IF;
      INSERT INTO ${s}.share_holds(id, share, day, usd, tokens, until)
      VALUES (hold, whose, (clock_timestamp() AT TIME ZONE 'utc')::date, of_usd, of_tokens, clock_timestamp() + lease)
      ON CONFLICT (id) DO UPDATE SET usd = excluded.usd, tokens = excluded.tokens, until = excluded.until;
      RETURN true;
    END $body$;`;
}

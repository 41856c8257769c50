import type pg from 'pg'

/**
 * Remembers all rows of the database as they are now, for `restore`. Its tables may have no constraints between each other.
 */
export async function takeSnapshot(pool: pg.Pool): Promise<void> {
  await pool.query(`
    CREATE SCHEMA snapshot;
    CREATE TABLE snapshot.sequences AS
      SELECT schemaname, sequencename, last_value FROM pg_sequences WHERE schemaname = 'public';
    DO $do$
    DECLARE name text; body text := '';
    BEGIN
      -- Triggers change rows of other tables, which are restored after them.
      FOR name IN SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public' ORDER BY NOT hastriggers LOOP
        EXECUTE format('CREATE TABLE snapshot.%s AS TABLE public.%1$s', name);
        body := body || format('DELETE FROM public.%s; INSERT INTO public.%1$s SELECT * FROM snapshot.%1$s;', name);
      END LOOP;
      body := body || 'PERFORM setval(format(''%I.%I'', schemaname, sequencename)::regclass, coalesce(last_value, 1),
        last_value IS NOT NULL) FROM snapshot.sequences;';
      EXECUTE format('CREATE FUNCTION snapshot.restore() RETURNS void LANGUAGE plpgsql AS %L', 'BEGIN ' || body || ' END');
    END $do$`)
}

/** Puts all rows back as they were. */
export async function restoreSnapshot(pool: pg.Pool): Promise<void> {
  await pool.query('SELECT snapshot.restore()')
}

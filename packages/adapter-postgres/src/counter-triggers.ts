import { countingSql, objectName, type CounterTriggers, type tableNames } from '@trackerkit/core/sql'

/** Triggers that keep the counts of rows. */
export function counterTriggers(
  quote: (name: string) => string,
  { stored, table, index: placed }: ReturnType<typeof tableNames>,
): CounterTriggers {
  const nameOf = (entity: string, event: string) => objectName('counters', stored(entity), [event])
  return {
    create(entity, counters) {
      const { add, remove, isOther } = countingSql(quote, table(counters.name), counters.by)
      const count = placed(nameOf(entity, 'counted'))
      const trigger = (event: string, when: string) =>
        `CREATE TRIGGER ${quote(nameOf(entity, event))} AFTER ${when} EXECUTE FUNCTION ${count}()`
      return [
        `CREATE FUNCTION ${count}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ` +
          `IF TG_OP <> 'INSERT' THEN ${remove}; END IF; ` +
          `IF TG_OP <> 'DELETE' THEN ${add}; END IF; ` +
          `RETURN NULL; END $$`,
        trigger('written', `INSERT OR DELETE ON ${table(entity)} FOR EACH ROW`),
        trigger('updated', `UPDATE ON ${table(entity)} FOR EACH ROW WHEN (${isOther})`),
      ]
    },
    drop: (entity) => [
      ...['written', 'updated'].map((event) => `DROP TRIGGER ${quote(nameOf(entity, event))} ON ${table(entity)}`),
      `DROP FUNCTION ${placed(nameOf(entity, 'counted'))}()`,
    ],
  }
}

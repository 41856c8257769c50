import { expect, it } from 'vitest'
import { counterTriggers } from './counter-triggers.js'
import { quote } from './quote.js'

it('counts rows that are inserted, deleted, or get other counted values', () => {
  const triggers = counterTriggers({ stored: (name) => name, table: quote })
  const [onInsert, onDelete, onUpdate] = triggers.create('a', { name: 't', by: ['a', 'b'] })
  const add =
    'INSERT INTO "t" ("a", "b", "rows") VALUES (new."a", new."b", 1) ' +
    'ON CONFLICT ("a", "b") DO UPDATE SET "rows" = "t"."rows" + 1'
  const remove =
    'UPDATE "t" SET "rows" = "rows" - 1 WHERE "a" = old."a" AND "b" = old."b"; ' +
    'DELETE FROM "t" WHERE "a" = old."a" AND "b" = old."b" AND "rows" = 0'
  expect(onInsert).toContain(` AFTER INSERT ON "a" BEGIN ${add}; END`)
  expect(onDelete).toContain(` AFTER DELETE ON "a" BEGIN ${remove}; END`)
  const isOther = 'old."a" <> new."a" OR old."b" <> new."b"'
  expect(onUpdate).toContain(` AFTER UPDATE OF "a", "b" ON "a" WHEN ${isOther} BEGIN ${remove}; ${add}; END`)
})

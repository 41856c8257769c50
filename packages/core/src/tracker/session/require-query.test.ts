import { describe, expect, it } from 'vitest'
import { requireQuery } from './require-query.js'

describe('statements of tx.query', () => {
  const reasonOf = (sql: unknown, values: unknown = []): unknown => {
    try {
      requireQuery(sql, values)
      return undefined
    } catch (error) {
      expect(error).toMatchObject({ code: 'query_refused' })
      return (error as { data: { reason: string } }).data.reason
    }
  }

  it('are accepted if there is one, whatever its texts and names contain', () => {
    for (const sql of [
      'SELECT 1',
      'INSERT INTO orders (bug) VALUES (?);',
      "SELECT ';', \"a;b\", `c;d`, 'it''s; -- /*' -- the end; of it\n ; /* ; */ ",
      "SELECT E'\\'; x', $$a;b$$, $tag$ $$; $tag$, $1",
      'WITH a AS (SELECT 1) SELECT * FROM a',
      'SELECT settings FROM orders',
    ])
      expect([sql, reasonOf(sql)]).toEqual([sql, undefined])
  })

  it('are refused if they end transactions or change the connection, after comments and blanks too', () => {
    for (const sql of [
      'COMMIT',
      ' \n/* a */ -- b\n rollback to x',
      'Begin',
      'PRAGMA foreign_keys = ON',
      'set role admin',
      'DEALLOCATE ALL',
    ])
      expect([sql, reasonOf(sql)]).toEqual([sql, 'statement'])
  })

  it('are refused if there are several, or none', () => {
    expect(reasonOf("SELECT ';'; DELETE FROM orders")).toBe('several')
    expect(reasonOf('SELECT 1; -- a\n;; COMMIT')).toBe('several')
    for (const sql of ['', ' -- nothing', '/* open', ' ; -- nothing', 7, 'x'.repeat(100_001)])
      expect(reasonOf(sql)).toBe('form')
    for (const values of [null, 'x', Array(30_001)]) expect(reasonOf('SELECT 1', values)).toBe('form')
  })

  it('are read in linear time', () => {
    const began = process.cpuUsage().user
    for (const part of ["'", '$', '$a', '/*', '--', ';', '\n', "E'"]) reasonOf(`SELECT 1 ${part.repeat(45_000)}`)
    expect(process.cpuUsage().user - began).toBeLessThan(1_500_000)
  })
})

import type { Client } from '../../page/operations.js'
import { expect, it } from 'vitest'
import { loadBoard } from './load.js'

const line = (value: string) => ({ value, name: value, count: 60 })
const board = {
  columns: [line('')],
  rows: [line('UI')],
  cells: [{ column: '', row: 'UI', count: 60, bugs: [] }],
  ...{ total: 60, more_columns: 0, more_rows: 0 },
}
const metadata = { fields: [] }
const operations = {
  bugs: { board: async () => board },
  server: { metadata: async () => metadata },
} as unknown as Client

it('a cell of bugs without a value leads to the list of these', async () => {
  const query = new URLSearchParams('product=Widgets&qa_contact=bob&columns=qa_contact&rows=component')
  const { columns } = await loadBoard(operations, { path: '/board', query } as never)
  expect(columns[0]?.cells[0]?.to).toBe('/bugs?product=Widgets&qa_contact_type=isempty&component=UI')
})

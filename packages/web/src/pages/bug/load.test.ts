import type { Client } from '../../page/operations.js'
import { expect, it } from 'vitest'
import { loadBug } from './load.js'

const comment = (id: number, text: string, attachment_id: number | null) => ({ id, count: id, text, attachment_id })

it('a comment is edited on the page of a bug only if the page shows its whole text', async () => {
  const sentence = 'Created attachment 5\nA picture'
  const comments = [
    comment(0, 'It blinks', null),
    comment(1, `${sentence}\n\nSee it`, 5),
    comment(2, 'See it again', 5),
    comment(3, sentence, null),
  ]
  const view = { bug: { id: 12 }, comments, editable_comments: [0, 1, 2, 3], attachments: [{ id: 5 }], people: [] }
  const operations = { bugs: { view: async () => view }, server: { metadata: async () => ({}) } } as unknown as Client
  const address = {
    path: '/bug/12',
    params: { id: '12' },
    query: new URLSearchParams(),
    origin: '',
    hash: '',
    who: null,
  }
  const data = await loadBug(operations, address)
  expect(data.comments.map(({ text }) => text)).toEqual(['It blinks', 'See it', 'See it again', sentence])
  expect(data.editable_comments).toEqual([0, 2, 3])
})

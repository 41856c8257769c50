import { defineRule } from '@trackerkit/core/rules'
import { expect, it } from 'vitest'
import { onAnySite } from './harness.js'

const blinks = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }

const noSwearing = defineRule({
  name: 'no-swearing',
  on: ['bug.create', 'bug.update', 'comment.create', 'comment.update', 'attachment.create'],
  needs: ['summary'],
  check(write) {
    const text =
      write.event === 'bug.create' || write.event === 'bug.update'
        ? write.after.summary
        : 'text' in write.after
          ? write.after.text
          : write.after.summary
    return text.includes('damn') ? { field: 'summary', reason: 'swears', message: 'Please do not swear.' } : undefined
  },
})

const broken = defineRule({
  name: 'broken',
  on: 'bug.update',
  needs: ['whiteboard'],
  check({ after }) {
    if (after.whiteboard === 'break') throw new Error('a secret of the program')
  },
})

const refused = {
  error: true,
  code: 1520,
  message: 'Please do not swear.',
  data: { rule: 'no-swearing', field: 'summary', reason: 'swears' },
}

onAnySite('rules of the program over REST', (open) => {
  it('reject new bugs, updates, comments and attachments with 400 and their own text, and nothing is written', async () => {
    const site = await open({ rules: [noSwearing] })
    const { body } = await site.post('/bug', blinks, { as: 'alice' })
    const { id } = body
    const attachment = { ids: [id], file_name: 'a.txt', content_type: 'text/plain', summary: 'Log', data: 'YQ==' }
    const writes: readonly (readonly [method: 'post' | 'put', path: string, body: object])[] = [
      ['post', '/bug', { ...blinks, summary: 'damn' }],
      ['post', '/bug', { ...blinks, description: 'damn' }],
      ['put', `/bug/${id}`, { summary: 'damn' }],
      ['put', `/bug/${id}`, { comment: { body: 'damn' } }],
      ['post', `/bug/${id}/comment`, { comment: 'damn' }],
      ['post', `/bug/${id}/attachment`, { ...attachment, summary: 'damn' }],
      ['post', `/bug/${id}/attachment`, { ...attachment, comment: 'damn' }],
    ]
    for (const [method, path, input] of writes) {
      const { status, body } = await site[method](path, input, { as: 'alice' })
      expect([path, status, body]).toEqual([path, 400, expect.objectContaining(refused)])
    }
    const { body: found } = await site.get('/bug', { as: 'alice' })
    expect(found.bugs).toHaveLength(1)
    expect((await site.get(`/bug/${id}/history`, { as: 'alice' })).body.bugs[0]).toMatchObject({ history: [] })
    const comments = await site.get(`/bug/${id}/comment`, { as: 'alice' })
    expect(comments.text).not.toContain('damn')
  })

  it('that fail are 500, without their name and their error', async () => {
    const site = await open({ rules: [broken], logger: { warn: () => undefined, error: () => undefined } })
    const { body } = await site.post('/bug', blinks, { as: 'alice' })
    const failed = await site.put(`/bug/${body.id}`, { whiteboard: 'break' }, { as: 'alice' })
    expect([failed.status, failed.body.code]).toEqual([500, 1521])
    expect(failed.body.message).toBe('A rule of this tracker failed.')
    expect(failed.text).not.toMatch(/secret|broken/)
  })
})

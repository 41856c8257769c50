import { memoryMailer } from '@trackerkit/core'
import { expect, it } from 'vitest'
import { aNumber, onAnySite } from '../harness.js'

const newBug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }

onAnySite('the mail queue over REST', (open) => {
  it('is listed with what became of each message, and sends messages again', async () => {
    let isFull = true
    const mailer = memoryMailer(() => {
      if (isFull) throw Object.assign(new Error('no room'), { permanent: true })
    })
    const site = await open({ mail: mailer })
    const { id: bug_id } = (await site.post('/bug', newBug, { as: 'bob' })).body
    await site.tracker.deliverMail()
    const listed = await site.get(`/mail?state=dead&bug=${bug_id}`, { as: 'admin' })
    const message = {
      id: aNumber,
      kind: 'bug',
      state: 'dead',
      bug_id,
      to: 'alice@example.com',
      attempts: 1,
      last_error: 'no room',
      next_attempt: null,
      is_being_sent: false,
      creation_time: '2026-03-01T12:00:00Z',
      sent_time: null,
    }
    expect(listed).toMatchObject({ status: 200, body: { messages: [message] } })
    const [{ id } = { id: 0 }] = listed.body['messages'] as { id: number }[]
    isFull = false
    expect((await site.post(`/mail/${id}/resend`, {}, { as: 'admin' })).body).toEqual({ messages: [{ id }] })
    await site.tracker.deliverMail()
    expect(mailer.messages).toMatchObject([{ to: 'alice@example.com' }])
    expect((await site.get(`/mail/${id}`, { as: 'admin' })).body['messages']).toMatchObject([
      { id, state: 'sent', sent_time: '2026-03-01T12:00:00Z' },
    ])
    expect((await site.post('/mail/resend', { ids: [id] }, { as: 'admin' })).body).toEqual({ messages: [{ id }] })
    await site.tracker.deliverMail()
    expect(mailer.messages).toHaveLength(2)
  })

  it('drops messages by id, or all that were given up', async () => {
    const mailer = memoryMailer(() => {
      throw Object.assign(new Error('no room'), { permanent: true })
    })
    const site = await open({ mail: mailer })
    for (let n = 0; n < 3; n++) await site.post('/bug', newBug, { as: 'bob' })
    await site.tracker.deliverMail()
    const dead = async () => (await site.get('/mail?state=dead', { as: 'admin' })).body['messages'] as { id: number }[]
    const [{ id } = { id: 0 }, ...others] = await dead()
    expect((await site.post(`/mail/${id}/drop`, {}, { as: 'admin' })).body).toEqual({ messages: [{ id }] })
    expect(await site.post(`/mail/${id}/drop`, {}, { as: 'admin' })).toMatchObject({ status: 404, body: { code: 51 } })
    const dropped = (await site.post('/mail/drop', { all_dead: true }, { as: 'admin' })).body['messages'] as object[]
    expect([dropped.length, (await dead()).length]).toEqual([others.length, 0])
    expect(await site.post('/mail/drop', {}, { as: 'admin' })).toMatchObject({ status: 400, body: { code: 50 } })
  })

  it('is shown only to administrators', async () => {
    const site = await open({ mail: memoryMailer() })
    for (const as of [undefined, 'alice', 'bob'] as const) {
      expect(await site.get('/mail', { as })).toMatchObject({ status: 401, body: { error: true } })
      for (const path of ['/mail/1/resend', '/mail/1/drop'])
        expect(await site.post(path, {}, { as })).toMatchObject({ status: 401, body: { error: true } })
    }
    expect(await site.post('/mail/99/resend', {}, { as: 'admin' })).toMatchObject({ status: 404, body: { code: 51 } })
    expect(await site.get('/mail?state=lost', { as: 'admin' })).toMatchObject({ status: 400, body: { error: true } })
  })
})

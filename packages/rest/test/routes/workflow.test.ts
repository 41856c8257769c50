import { expect, it } from 'vitest'
import { onAnySite } from '../harness.js'

onAnySite('/rest/workflow', (open) => {
  it('answers and changes which status may follow which [STATE-13]', async () => {
    const site = await open()
    const move = { from: 'VERIFIED', to: 'RESOLVED', comment_required: true }
    expect((await site.get('/workflow')).body['workflow']).not.toContainEqual(move)
    const add = [{ ...move, comment_required: '1' }]
    expect(await site.put('/workflow', { add }, { as: 'admin' })).toMatchObject({
      status: 200,
      body: { changes: { 'VERIFIED -> RESOLVED': { removed: '', added: 'comment required' } } },
    })
    expect((await site.get('/workflow')).body['workflow']).toContainEqual(move)
    expect(await site.put('/workflow', { add }, { as: 'eve' })).toMatchObject({ status: 401, body: { code: 304 } })
    expect(await site.put('/workflow', { add })).toMatchObject({ status: 401, body: { code: 410 } })
  })
})

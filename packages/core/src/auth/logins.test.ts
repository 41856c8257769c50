import { expect, it } from 'vitest'
import { testProvider } from '../../test/login-provider.js'
import { createTracker } from '../tracker/tracker.js'

it('createTracker refuses providers that contradict each other', async () => {
  const { memoryStore } = await import('@trackerkit/adapter-memory')
  const way = (name: string, more: object = {}) => ({ provider: testProvider(name), ...more })
  const wrong: object[] = [
    { providers: 1 },
    { provider: [] },
    { providers: [{}] },
    { providers: [way('Acme')] },
    { providers: [way('acme'), way('acme')] },
    { providers: [way('acme'), { provider: testProvider('b', { issuer: 'https://acme.example.com' }) }] },
    { providers: [way('acme', { groups: ['QA'] }), way('b', { groups: ['qa '] })] },
    { providers: [way('acme', { groups: ['ours'] })] },
    { providers: [way('acme', { sessionHours: 0 })] },
    { providers: [way('acme', { adopt: 'yes' })] },
    { providers: [way('acme', { adpt: true })] },
    { providers: Array.from({ length: 9 }, (_, n) => way(`a${n}`)) },
  ]
  for (const one of wrong)
    await expect(
      createTracker({ store: memoryStore(), hostUsers: { groups: ['ours'] }, logins: one as never }),
    ).rejects.toMatchObject({ code: 'invalid_options' })
})

import type { Client } from '@trackerkit/client'
import { expect, it } from 'vitest'
import { loadDashboard } from '../src/pages/dashboard/load.js'

it('the dashboard counts at most 1,000 bugs in each list, and one more to know whether there are more', async () => {
  const asked: unknown[] = []
  const operations = {
    bugs: {
      search: (input: unknown) => {
        asked.push(input)
        return Promise.resolve({ bugs: [], total_matches: 1001 })
      },
      count: () => Promise.resolve({ x: [], y: [], counts: [] }),
    },
    requests: { get: () => Promise.resolve({ requests: [], total_matches: 0 }) },
    inbox: { get: () => Promise.resolve({ items: [], count: 100 }) },
    savedSearches: { get: () => Promise.resolve({ saved_searches: [] }) },
  } as unknown as Client
  const who = { login: 'grace@example.com' }
  const { inbox, assigned, reported } = await loadDashboard(operations, { who, path: '/dashboard' } as never)
  const totals = [inbox, assigned, reported].map(({ total, isLeast }) => [total, isLeast])
  expect(totals).toEqual([
    [100, true],
    [1000, true],
    [1000, true],
  ])
  const limits = { limit: 10, count_total: true, count_up_to: 1001 }
  expect(asked).toMatchObject([limits, limits])
})

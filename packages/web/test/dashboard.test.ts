import type { Client } from '@trackerkit/client'
import { expect, it } from 'vitest'
import { loadDashboard } from '../src/pages/dashboard/load.js'

it('the dashboard counts at most 1,000 bugs in each list, and one more to know whether there are more', async () => {
  const [asked, counted]: [unknown[], unknown[]] = [[], []]
  const operations = {
    bugs: {
      search: (input: unknown) => {
        asked.push(input)
        return Promise.resolve({ bugs: [], total_matches: 1001 })
      },
      count: (input: { readonly y: string }) => {
        counted.push(input)
        const [y, counts] = input.y === 'is_open' ? [['true'], [[7]]] : [['---', 'M1', 'M2'], [[3, 2, 0]]]
        return Promise.resolve({ x: input.y === 'is_open' ? ['M1'] : ['Widgets'], y, counts })
      },
    },
    requests: { get: () => Promise.resolve({ requests: [], total_matches: 0 }) },
    milestones: { get: () => Promise.resolve({ milestones: [{ name: 'M1', due_date: null }] }) },
    inbox: { get: () => Promise.resolve({ items: [], count: 100 }) },
    savedSearches: { get: () => Promise.resolve({ saved_searches: [] }) },
  } as unknown as Client
  const who = { login: 'grace@example.com' }
  const { inbox, assigned, newInMine, reported, milestones } = await loadDashboard(operations, {
    who,
    path: '/dashboard',
  } as never)
  const totals = [inbox, assigned, newInMine, reported].map(({ total, isLeast }) => [total, isLeast])
  expect(totals).toEqual([
    [100, true],
    [1000, true],
    [1000, true],
    [1000, true],
  ])
  const limits = { limit: 10, count_total: true, count_up_to: 1001 }
  expect(asked).toMatchObject([limits, { ...limits, component: '%user%' }, limits])
  // The bugs of the milestones that are shown, not all of the product.
  expect(counted[1]).toMatchObject({ product: 'Widgets', target_milestone: ['M1'] })
  expect(milestones.rows).toMatchObject([{ name: 'M1', bugs: { open: 7, closed: 0 } }])
})

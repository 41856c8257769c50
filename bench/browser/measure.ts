// `npm run bench -- browser [--against DIR]`: what pages cost a slow browser, in turns with an older checkout that is built.
import { join } from 'node:path'
import { launchBrowser, type Browser } from '@trackerkit/test-browser'
import { median } from '../measure.js'
import { report } from '../report.js'
import { withEmptyPage } from './empty-page.js'
import { withServer, type BenchServer } from './server.js'
import { goBack, visit, type Visit } from './visit.js'

const rounds = 5
const list = '/bugs?status=__all__&limit=50'
const checkout = join(import.meta.dirname, '../..')

type Measure = keyof Visit
type Medians = Readonly<Record<Measure, number>>

export async function measureBrowser(folder: string, against: string | undefined): Promise<void> {
  const browser = await launchBrowser()
  try {
    await withServer(checkout, join(folder, 'ours.db'), async (ours) => {
      if (against === undefined) await measure(browser, ours, undefined)
      else await withServer(against, join(folder, 'old.db'), (old) => measure(browser, ours, old))
    })
  } finally {
    await browser.close()
  }
}

async function measure(browser: Browser, ours: BenchServer, old: BenchServer | undefined): Promise<void> {
  const medians = async (path: (server: BenchServer) => string) => {
    const visits: { readonly ours: Visit[]; readonly old: Visit[] } = { ours: [], old: [] }
    for (let round = 0; round < rounds; round++) {
      visits.ours.push(await visit(browser, ours.url, path(ours)))
      if (old) visits.old.push(await visit(browser, old.url, path(old)))
    }
    return { ours: mediansOf(visits.ours), old: old && mediansOf(visits.old) }
  }
  const empty: Visit[] = []
  await withEmptyPage(async (url) => {
    for (let round = 0; round < rounds; round++) empty.push(await visit(browser, ours.url, url))
  })
  for (const measure of ['largestPaint', 'usable'] as const)
    report({ what: `an empty page: ${measure}`, ours: mediansOf(empty)[measure], unit: 'ms' })
  const listed = await medians(() => list)
  compare('list of 50', listed, { blocking: 0.5, usable: 0.6 })
  const shown = await medians(({ bug }) => `/bug/${bug}`)
  compare('bug as editor', shown, { largestPaint: 0.8, blocking: 0.5, usable: 0.6 })
  limits('list of 50', listed.ours, { requests: 4, scriptBytes: 60_000, htmlCharacters: 80_000, elements: 1500 })
  limits('bug as editor', shown.ours, { requests: 4, scriptBytes: 60_000, fieldElements: 160 })
  for (const path of ['/dashboard', '/new', '/board', '/search'])
    limits(path, mediansOf([await visit(browser, ours.url, path)]), { requests: 5 })
  for (const path of [list, `/bug/${ours.bug}`, '/new', '/dashboard'])
    for (const width of [1360, 820, 390])
      limits(`${path} at ${width} px`, await visit(browser, ours.url, path, width), { shift: 0.02 })
  const backs: number[] = []
  for (let round = 0; round < rounds; round++) backs.push(await goBack(browser, ours.url, ours.bug))
  const what = 'back to a list while the API waits for 2 s'
  report({ what, ours: median(backs), unit: 'ms', aim: { atMost: 200 } })
}

function mediansOf(visits: readonly Visit[]): Medians {
  const [first] = visits
  if (!first) throw new Error('There was no visit.')
  const of = (measure: Measure) => median(visits.map((each) => each[measure]))
  return Object.fromEntries((Object.keys(first) as Measure[]).map((measure) => [measure, of(measure)])) as Medians
}

interface Compared {
  readonly ours: Medians
  readonly old: Medians | undefined
}

function compare(what: string, { ours, old }: Compared, aims: Partial<Record<Measure, number>>): void {
  for (const [measure, aim] of Object.entries(aims) as [Measure, number][]) {
    const name = `${what}: ${measure}`
    const value = { ours: ours[measure], unit: 'ms' }
    if (old) report({ what: `${name} : old`, ...value, base: old[measure], aim: { atMost: aim } })
    else report({ what: name, ...value })
  }
}

function limits(what: string, measured: Medians, aims: Partial<Record<Measure, number>>): void {
  for (const [measure, aim] of Object.entries(aims) as [Measure, number][])
    report({ what: `${what}: ${measure}`, ours: measured[measure], aim: { atMost: aim } })
}

// `npm run bench:render [-- --save]`: what it costs to draw a list of 50 bugs from data that are there, in milliseconds of the processor.
import { connect } from '@trackerkit/client'
import { createRestHandler } from '@trackerkit/rest'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { report } from '../../../bench/report.js'
import { finish } from '../../../bench/results.js'
import { administrator } from '../../cli/src/demo/setting.js'
import { openAddress, titleOf } from '../src/router/open.js'
import { Shell } from '../src/parts/shell.js'
import { AppProvider, createApp } from '../src/state/app.js'
import { loadWho } from '../src/page/who.js'
import { mainTexts } from '../src/texts/index.js'
import { createShown } from './pictures.js'

const [aim, runs, times] = [5, 7, 100]

const { tracker } = await createShown()
const { api_key } = await tracker.as({ login: administrator.login }).apiKeys.create({ description: 'Drawing' })
const rest = createRestHandler(tracker)
const root = 'http://127.0.0.1/rest'
const operations = connect({ url: root, apiKey: api_key, fetch: async (request) => rest(request) })
const who = await loadWho(operations)
const site = {
  prefix: '',
  title: 'Tracker',
  logo: null,
  links: [],
  commitUrl: null,
  demo: null,
  setUp: null,
  isActing: false,
  login: { by: 'pages' },
} as const
const path = '/bugs?status=__all__&limit=50'
const opened = await openAddress(operations, {
  url: new URL(path, root),
  path: '/bugs',
  who,
  isOwnLogin: true,
  isSetUp: true,
})
if (opened.kind !== 'page') throw new Error(`${path} is no page.`)

const draw = () => {
  const app = createApp({ site, texts: mainTexts, who, operations, shown: opened, now: Date.now(), titleOf })
  return renderToString(h(AppProvider, { value: app, children: h(Shell, null) }))
}

/** Milliseconds of the processor that it takes once. */
function costOfDrawing(): number {
  const before = process.cpuUsage()
  for (let time = 0; time < times; time++) draw()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / times
}

const rows = draw().split('<tr id="bug-').length - 1
// The first one is slower: nothing is compiled yet.
const [, ...costs] = Array.from({ length: runs }, costOfDrawing).map((cost) => Math.round(cost * 10) / 10)
const worst = Math.max(...costs)
report({ what: `rendering a list of ${rows} bugs`, ours: worst, unit: 'ms of CPU', aim: { atMost: aim } })
finish('render', process.argv.includes('--save'))
await tracker.close()
process.exit(0)

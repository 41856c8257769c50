// A tracker in a file, for runtimes other than Node: searches on a thread, a statement of the program, and the end.
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker } from '@trackerkit/core'

const tracker = await createTracker({ store: sqliteStore(process.argv[2] ?? '', { driver: 'node:sqlite' }) })
const system = tracker.asSystem('admin@example.com')
await system.products.create({ name: 'Widgets', description: 'Things that blink', version: '1.0' })
const component = { product: 'Widgets', name: 'UI', description: 'What people see' }
await system.components.create({ ...component, default_assignee: 'admin@example.com' })
await system.bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' })
const { bugs } = await system.bugs.search({ quicksearch: 'blinks' })
const rows = await tracker.transaction((tx) => tx.query('SELECT ? AS n', [7]))
await tracker.close()
console.log(JSON.stringify({ found: bugs.length, rows }))

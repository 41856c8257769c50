// Methods of every path: the responses to OPTIONS, HEAD and unsupported methods.
import { expect, it } from 'vitest'
import { routes } from '../src/routes/index.js'
import { onAnySite, type Site } from './harness.js'

/** Values of path parameters; most of them exist. */
const samples: Readonly<Record<string, string>> = {
  id_or_alias: '1',
  id_or_name: '1',
  id_or_product: 'Widgets',
  product: 'Widgets',
  component: 'UI',
  field: 'priority',
  query: 'abc',
  group: 'admin',
}

const pathOf = (pattern: string) => pattern.replace(/\{(\w+)\}/g, (_all, name: string) => samples[name] ?? '1')

/** The methods that routes give each path, where several may meet in one. */
function methodsByPath(): Map<string, Set<string>> {
  const methods = new Map<string, Set<string>>()
  for (const { path, method } of routes) {
    const known = methods.get(path) ?? new Set()
    methods.set(path, known.add(method))
    if (method === 'GET') known.add('HEAD')
  }
  return methods
}

async function withBug(open: () => Promise<Site>): Promise<Site> {
  const site = await open()
  await site.post('/bug', { product: 'Widgets', component: 'UI', version: '1.0', summary: 'x' }, { as: 'admin' })
  return site
}

onAnySite('methods of a path', (open) => {
  it('are named by OPTIONS, and all others are 405 with the same list', async () => {
    const site = await withBug(open)
    for (const [pattern, methods] of methodsByPath()) {
      const path = pathOf(pattern)
      const options = await site.ask('OPTIONS', path)
      const allow = (options.headers.get('allow') ?? '').split(', ')
      expect([path, options.status, options.body]).toEqual([path, 200, {}])
      expect(allow).toEqual(expect.arrayContaining([...methods, 'OPTIONS']))
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((one) => !allow.includes(one))) {
        const { status, headers, body } = await site.ask(method, path, { as: 'admin' })
        expect([method, path, status, body.code, headers.get('allow')?.split(', ')]).toEqual([
          method,
          path,
          405,
          32614,
          allow,
        ])
      }
    }
  })

  it('include HEAD for every GET, with its status and headers and no body [GEN-30]', async () => {
    const site = await withBug(open)
    for (const { path: pattern, stream } of routes.filter(({ method }) => method === 'GET')) {
      // Each login creates another token; a stream does not end, and has separate tests.
      if (pattern === '/login' || stream) continue
      const path = pathOf(pattern)
      const [get, head] = [await site.get(path, { as: 'admin' }), await site.ask('HEAD', path, { as: 'admin' })]
      expect([path, head.status, head.text]).toEqual([path, get.status, ''])
      for (const name of [
        'content-type',
        'content-length',
        'content-encoding',
        'etag',
        'vary',
        'cache-control',
        'link',
      ]) {
        expect([path, name, head.headers.get(name)]).toEqual([path, name, get.headers.get(name)])
      }
    }
  })
})

// The description of the API: valid, complete, and served where the API is.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { deliveryPaths } from '../src/openapi/deliveries.js'
import { createDocument, type OpenApiDocument } from '../src/openapi/document.js'
import { routes } from '../src/routes/index.js'
import { requireConforming } from './conformance.js'
import { onAnySite } from './harness.js'

const document = createDocument(routes, '/rest')
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

describe('the OpenAPI description', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate({ ...structuredClone(document) })).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('has every route once, under the name of its operation', () => {
    expect(described).toHaveLength(routes.length + 1 + Object.keys(deliveryPaths).length)
    const ids = described.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { operation } of routes) expect(ids).toContain(operation.name)
  })

  it('names in every path the parameters that it has', () => {
    for (const { path, operation } of described) {
      const inPath = (operation.parameters ?? []).filter((one) => one.in === 'path').map(({ name }) => name)
      expect([path, ...inPath]).toEqual([path, ...[...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])])
    }
  })

  it('says of every operation what it does', () => {
    for (const { operation } of described) expect(operation.summary).not.toBe('')
    const { description } = document.paths['/bug/{id_or_alias}']?.['get'] ?? {}
    expect(description).toContain('bug_id_does_not_exist (101)')
    expect(document.components.schemas['Bug']?.properties?.['alias']).toMatchObject({
      description: expect.stringContaining('alphabetical') as string,
    })
  })

  it('says how times and bytes are written', () => {
    const { properties = {} } = document.components.schemas['Attachment'] ?? {}
    expect(properties['creation_time']).toMatchObject({ type: 'string', format: 'date-time' })
    expect(properties['data']).toMatchObject({ type: 'string', contentEncoding: 'base64' })
  })

  it('lists in path and body what the route takes', () => {
    const { parameters, requestBody } = document.paths['/bug/{id_or_alias}/comment']?.['post'] ?? {}
    expect(parameters).toMatchObject([{ name: 'id_or_alias', in: 'path', required: true }])
    const { schema } = requestBody?.content['application/json'] ?? {}
    expect(Object.keys(schema?.properties ?? {})).not.toContain('id')
    expect(schema?.required).toEqual(['comment'])
  })

  it('lists each criterion of a search as a separate parameter', () => {
    const search = document.paths['/bug']?.['get']?.parameters ?? []
    const names = ['product', 'limit', 'cc', 'keywords', 'longdesc', 'f1', 'o1', 'v1', 'j_top', 'criteria']
    expect(search.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  })

  it('says how long lists may be', () => {
    const { requestBody } = document.paths['/bug/{id_or_alias}']?.['put'] ?? {}
    const { ids, comment_is_private } = requestBody?.content['application/json'].schema.properties ?? {}
    expect([ids, comment_is_private]).toMatchObject([{ maxItems: 1000 }, { maxProperties: 1000 }])
  })

  it('says once what several operations share', () => {
    const places = new Map<string, string[]>()
    const visit = (value: unknown, place: string) => {
      if (typeof value !== 'object' || value === null) return
      if ('properties' in value && Object.keys(value.properties as object).length > 2) {
        const shape = JSON.stringify(value)
        places.set(shape, [...(places.get(shape) ?? []), place])
      }
      for (const [key, inner] of Object.entries(value)) visit(inner, `${place}/${key}`)
    }
    visit(document.components, '')
    expect([...places.values()].filter((found) => found.length > 1)).toEqual([])
  })
})

describe('the comparison of answers with the OpenAPI description', () => {
  it('covers whatever a test fetches', async () => {
    const lying = createServer((_, response) => {
      response.setHeader('Content-Type', 'application/json')
      response.end('{"version":1}')
    })
    await new Promise<void>((resolve) => lying.listen(0, '127.0.0.1', resolve))
    const { port } = lying.address() as AddressInfo
    const fetched = fetch(`http://127.0.0.1:${port}/rest/version`)
    await expect(fetched).rejects.toThrow('does not answer as described')
    lying.close()
  })

  const ask = (target: string, status: number, body: unknown) => () =>
    requireConforming('GET', target, status, JSON.stringify(body))

  it('finds what is missing, too much, or of another type', () => {
    expect(ask('/rest/version', 200, { version: '1.0' })).not.toThrow()
    for (const body of [{}, { version: 1 }, { version: '1.0', more: true }, [], null])
      expect(ask('/rest/version', 200, body)).toThrow('does not answer as described')
  })

  it('finds what is missing unless a field filter may have left it out', () => {
    const fault = { id: 9, faultString: "Bug '9' does not exist.", faultCode: 101 }
    const body = { bugs: [{ id: 1 }], faults: [fault] }
    expect(ask('/rest/bug/1?include_fields=id', 200, body)).not.toThrow()
    expect(ask('/rest/bug/1', 200, body)).toThrow("required property 'summary'")
    expect(ask('/rest/bug/1?include_fields=id', 200, { bugs: [] })).toThrow("required property 'faults'")
  })

  it('finds wrong times, and errors that do not have the form of one', () => {
    const visits = (time: string) => [{ id: 1, last_visit_ts: time }]
    expect(ask('/rest/bug_user_last_visit?ids=1', 200, visits('2026-03-01T12:00:00Z'))).not.toThrow()
    expect(ask('/rest/bug_user_last_visit?ids=1', 200, visits('yesterday'))).toThrow('date-time')
    expect(ask('/rest/none', 404, { message: 'None' })).toThrow("required property 'error'")
  })
})

onAnySite('/rest/openapi.json', (open) => {
  it('is public, and can be revalidated', async () => {
    const site = await open()
    await site.setParameter('requirelogin', '1')
    const answer = await site.get('/openapi.json')
    expect(answer).toMatchObject({ status: 200, body: { openapi: '3.1.1' } })
    expect(answer.body).toEqual(JSON.parse(JSON.stringify(document)))
    const again = await site.get('/openapi.json', { headers: { 'If-None-Match': answer.headers.get('etag') ?? '' } })
    expect(again).toMatchObject({ status: 304, text: '' })
    expect(await site.ask('HEAD', '/openapi.json')).toMatchObject({ status: 200, text: '' })
  })

  it('accepts only the methods of a GET', async () => {
    const site = await open()
    const options = await site.ask('OPTIONS', '/openapi.json')
    expect([options.status, options.headers.get('allow')]).toEqual([200, 'GET, HEAD, OPTIONS'])
    const answer = await site.post('/openapi.json', {})
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  it('names the server at which it was requested', async () => {
    const site = await open({ basePath: '/tracker' })
    const { origin } = new URL(site.server.url)
    for (const [path, urls] of [
      ['/tracker/rest', ['/tracker/rest', '/tracker/rest.cgi']],
      ['/tracker/rest.cgi', ['/tracker/rest.cgi', '/tracker/rest']],
    ] as const) {
      const response = await fetch(`${origin}${path}/openapi.json`)
      const { servers } = (await response.json()) as OpenApiDocument
      expect(servers.map(({ url }) => url)).toEqual(urls)
    }
  })
})

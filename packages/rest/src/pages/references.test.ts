// That links are on the pages they belong on is seen in test/pages.test.ts.
import { operations, type AnyOperation } from '@trackerkit/core/operations'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { createResolver } from '../router/resolve-reference.js'
import { createRouter } from '../router/router.js'
import { routes } from '../routes/index.js'
import { writeMarkup } from './json.js'
import { referencesIn, type References } from './references.js'

const resolve = createResolver(routes)
const router = createRouter(routes)

/** All words for what the values of an answer name. */
function refsIn(references: References | undefined): string[] {
  if (!references) return []
  const { ref, fields, keys, values } = references
  const inner = [...(fields?.values() ?? []), keys, values]
  return [...(ref === undefined ? [] : [ref]), ...inner.flatMap(refsIn)]
}

/** The links in a value of a schema: what they read and where they lead. */
function linksIn(schema: z.ZodType, value: unknown): [string, string][] {
  const markup = writeMarkup(value, '', { references: referencesIn(schema), resolve })
  return Array.from(markup.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g), ([, href = '', text = '']) => [
    text.replace(/<[^>]*>|&quot;/g, ''),
    href,
  ])
}

const names = (ref: string) => z.string().meta({ ref })

it('what answers name has a page', () => {
  const all: AnyOperation[] = Object.values(operations).flatMap((verbs: Readonly<Record<string, AnyOperation>>) =>
    Object.values(verbs),
  )
  const refs = new Set(all.flatMap(({ output }) => refsIn(referencesIn(output))))
  for (const ref of refs) {
    const path = resolve(ref, 7, { holder: { id: 7 }, product: 'Widgets' })
    expect([ref, path]).toEqual([ref, expect.any(String)])
    expect([ref, router.methodsOf((path as string).split('/'))]).toEqual([ref, expect.arrayContaining(['GET'])])
  }
  expect(refs).toContain('file')
  expect(refs.size).toBeGreaterThan(10)
})

it('a value links to what its schema says that it names, also in lists, in maps and where it may be missing', () => {
  const several = z.array(names('keyword'))
  const schema = z.object({
    list: several,
    listed: z.array(z.string()).optional().meta({ ref: 'keyword' }),
    nullable: z.int().nullable().meta({ ref: 'bug' }),
    either: z.union([z.null(), z.object({ group: names('group') })]),
    byId: z.record(names('bug'), z.object({ by: names('user') })),
    plain: z.string(),
  })
  const value = {
    list: ['a', ''],
    listed: ['b/c'],
    nullable: 3,
    either: { group: 'crew' },
    byId: { 12: { by: 'a@b.example' } },
    plain: 'https://example.org/',
    unknown: 'crew',
  }
  expect(linksIn(schema, value)).toEqual([
    ['a', 'keyword/a'],
    ['b/c', 'keyword/b%2Fc'],
    ['3', 'bug/3'],
    ['crew', 'group/crew'],
    ['12', 'bug/12'],
    ['a@b.example', 'user/a%40b.example'],
    ['https://example.org/', 'https://example.org/'],
  ])
  expect(linksIn(schema, { nullable: null, either: null, list: [], byId: {} })).toEqual([])
})

it('a part of a product links within the nearest product that is named, and nowhere without one', () => {
  const part = z.object({ component: names('component') })
  const product = z.object({ id: z.int().meta({ ref: 'product' }), name: names('product'), parts: z.array(part) })
  const schema = z.object({ component: names('component'), products: z.array(product) })
  const products = [{ parts: [{ component: 'UI' }, { component: '---' }], id: 2, name: 'Widgets' }]
  expect(linksIn(schema, { component: 'UI', products })).toEqual([
    ['UI', 'component/Widgets/UI'],
    ['2', 'product/2'],
    ['Widgets', 'product/Widgets'],
  ])
})

it('objects of one schema link to what the list around them says that they are', () => {
  const one = z.object({ name: names('self') })
  const schema = z.object({
    groups: z.array(one).meta({ ref: 'group' }),
    keywords: z.array(one).optional().meta({ ref: 'keyword' }),
    others: z.array(one),
  })
  const value = { groups: [{ name: 'crew' }], keywords: [{ name: 'hard' }], others: [{ name: 'x' }] }
  expect(linksIn(schema, value)).toEqual([
    ['crew', 'group/crew'],
    ['hard', 'keyword/hard'],
  ])
})

it('the name of a file links to the file where the number of the attachment is known', () => {
  const schema = z.object({ id: z.int(), file_name: names('file') })
  expect(linksIn(schema, { id: 4, file_name: 'a.txt' })).toEqual([['a.txt', 'bug/attachment/4/data']])
  expect(linksIn(schema, { file_name: 'a.txt' })).toEqual([])
})

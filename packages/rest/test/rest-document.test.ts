// The examples at the beginning of docs/rest.md, asked in their order: the answers are those on the page.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { onAnySite } from './harness.js'

const page = readFileSync(new URL('../../../docs/rest.md', import.meta.url), 'utf8')

/** A request, and the JSON after it if the page shows it. */
const examples = [...page.matchAll(/```http\n(.*?)\n```(?:\n\n```json\n(.*?)\n```)?/gs)]
  .map(([, request = '', answer]) => ({ request, answer }))
  .slice(0, 4)

function parse(request: string) {
  const [head = '', body] = request.split('\n\n')
  const [line = '', ...headers] = head.split('\n')
  const [method = '', target = ''] = line.split(' ')
  return { method, path: target.replace(/^\/rest/, ''), body, hasKey: headers.some((one) => one.includes('YOUR-KEY')) }
}

onAnySite('the examples of docs/rest.md', (open) => {
  it('give the answers that the page shows', async () => {
    const site = await open()
    const told = []
    for (const { request, answer } of examples) {
      const { method, path, body, hasKey } = parse(request)
      const { text } = await site.ask(method, path, { as: hasKey ? 'alice' : undefined, body })
      if (answer === undefined) continue
      expect([request, JSON.parse(text)]).toEqual([request, JSON.parse(answer)])
      told.push(method)
    }
    expect(told).toEqual(['POST', 'GET', 'GET'])
  })
})

import type { InboundContentAnswer } from '@trackerkit/core/types'
import { operations } from '@trackerkit/core/operations'
import type { Slice } from '../http/request/range.js'
import type { AnswerFile } from '../http/response/file.js'
import { among, only, type Route } from '../router/route.js'

const { inbound } = operations

async function downloaded(ask: (slice: Slice) => Promise<unknown>): Promise<AnswerFile> {
  const parse = (answer: unknown) => inbound.content.output.parse(answer) as InboundContentAnswer
  const { size, way, time } = parse(await ask({ offset: 0, length: 0 }))
  const read = async (slice: Slice) => parse(await ask(slice)).data
  const kind =
    way === 'report'
      ? { name: 'report.json', type: 'application/json' }
      : { name: 'message.eml', type: 'message/rfc822' }
  return { ...kind, size, last_change_time: time, read }
}

export const inboundRoutes: readonly Route[] = [
  { method: 'GET', path: '/inbound', operation: inbound.list, fill: {} },
  { method: 'GET', path: '/inbound/{id}', operation: inbound.list, fill: { id: among('ids') } },
  {
    method: 'GET',
    path: '/inbound/{id}/content',
    operation: inbound.content,
    fill: { id: only('id') },
    file: downloaded,
  },
  { method: 'POST', path: '/inbound/accept', operation: inbound.accept, fill: {} },
  { method: 'POST', path: '/inbound/refuse', operation: inbound.refuse, fill: {} },
  { method: 'POST', path: '/inbound/retry', operation: inbound.retry, fill: {} },
]

import { operations } from '@trackerkit/core/operations'
import { expect, it } from 'vitest'
import { among, type Method, type Route } from './route.js'
import { createRouter } from './router.js'

const operation = operations.server.version
const route = (method: Method, path: string): Route => ({ method, path, operation, fill: {} })

const router = createRouter([
  route('GET', '/bug'),
  route('GET', '/bug/{id}'),
  route('PUT', '/bug/{id}'),
  route('GET', '/bug/{bug}/comment'),
  route('POST', '/bug/{bug}/comment'),
  route('GET', '/bug/comment/{comment_id}'),
])

const find = (method: string, path: string) => {
  const { route: found, segments } = router.find(method, path.split('/'))
  return [`${found.method} ${found.path}`, Object.fromEntries(segments)]
}

it('the router prefers fixed segments to parameters, unless an ID follows that is none, and the requested method to both', () => {
  expect(find('GET', 'bug/7')).toEqual(['GET /bug/{id}', { id: '7' }])
  expect(find('GET', 'bug/comment')).toEqual(['GET /bug/{id}', { id: 'comment' }])
  expect(find('GET', 'bug/comment/9')).toEqual(['GET /bug/comment/{comment_id}', { comment_id: '9' }])
  expect(find('GET', 'bug/comment/x')).toEqual(['GET /bug/comment/{comment_id}', { comment_id: 'x' }])
  expect(find('GET', 'bug/comment/comment')).toEqual(['GET /bug/{bug}/comment', { bug: 'comment' }])
  expect(find('POST', 'bug/comment/comment')).toEqual(['POST /bug/{bug}/comment', { bug: 'comment' }])
  expect(find('HEAD', 'bug/7/comment')).toEqual(['GET /bug/{bug}/comment', { bug: '7' }])
})

it('the router ignores an empty segment, and never takes it for a parameter', () => {
  expect(find('GET', 'bug/')).toEqual(['GET /bug', {}])
  expect(find('GET', 'bug//7/comment')).toEqual(['GET /bug/{bug}/comment', { bug: '7' }])
  expect(find('GET', '/bug/7/')).toEqual(['GET /bug/{id}', { id: '7' }])
})

it('the router distinguishes an unknown path from an unsupported method', () => {
  expect(() => find('GET', 'nothing')).toThrow(expect.objectContaining({ status: 404 }))
  expect(() => find('GET', 'bug/1/2/3')).toThrow(expect.objectContaining({ status: 404 }))
  expect(() => find('DELETE', 'bug/7')).toThrow(
    expect.objectContaining({ status: 405, headers: { Allow: 'GET, HEAD, PUT, OPTIONS' } }),
  )
  expect(router.methodsOf(['bug', '7', 'comment'])).toEqual(['GET', 'HEAD', 'POST', 'OPTIONS'])
})

it('the router refuses two routes for the same requests', () => {
  const twice = [route('GET', '/a/{x}'), { ...route('GET', '/a/{y}'), fill: { y: among('ids') } }]
  expect(() => createRouter(twice)).toThrow('two routes')
})

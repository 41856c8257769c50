// The description of the addresses that receive events of git hosts, which are no operations.
import { codeHosts } from '@trackerkit/core/host'
import type { Parameter, RequestBody } from './parameters.js'
import type { JsonSchema } from './schemas.js'

const integer: JsonSchema = { type: 'integer' }
const string: JsonSchema = { type: 'string' }

function object(properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

function list(items: JsonSchema): JsonSchema {
  return { type: 'array', items }
}

const link = object({ bug: integer, id: integer, kind: string, ref: string, state: string })
const left = object({ bug: integer, reason: string, error: integer }, ['reason'])
const comment = object({ id: integer, text: string })

const inJson = (schema: JsonSchema) => ({ 'application/json': { schema } })

export const deliveryResponses = {
  codeDelivery: {
    description: 'Links to what is in the event, bugs that were closed, and bugs that were left out with the reason',
    content: inJson(object({ links: list(link), closed: list(integer), left: list(left) })),
  },
  bmoDelivery: {
    description: '`error` is 0, or 1 with a message',
    content: inJson({
      anyOf: [
        object({ error: { const: 0 }, id: integer }, ['error']),
        object({ error: { const: 0 }, bugs: { type: 'object', additionalProperties: comment } }),
        object({ error: { const: 1 }, message: string }),
      ],
    }),
  },
}

interface ReceivingObject {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody: RequestBody
  readonly responses: Readonly<Record<string, { readonly $ref: string }>>
  readonly security: readonly Record<string, never>[]
}

const signed =
  'The body is the unchanged payload in JSON, at most 5 MB, signed with the secret of an enabled code hook. A repeated ' +
  'request changes nothing.'

function receiving(
  name: 'codeDelivery' | 'bmoDelivery',
  operationId: string,
  summary: string,
  description: string,
): ReceivingObject {
  return {
    operationId,
    summary,
    description: `${description}\n\n${signed}`,
    tags: ['Code hooks'],
    requestBody: { required: true, content: inJson({ type: 'object' }) },
    responses: {
      200: { $ref: `#/components/responses/${name}` },
      default: { $ref: `#/components/responses/${name === 'bmoDelivery' ? name : 'error'}` },
    },
    security: [{}],
  }
}

const hosts = {
  ...receiving(
    'codeDelivery',
    'git',
    'Receive an event of a git host',
    'Receives pushes and pull requests. Bugs that they name get links, and merges close bugs, with the rights of the ' +
      'account of the code hook.\n\nErrors: code_hook_signature (1501), code_payload_invalid (1507).',
  ),
  parameters: [
    {
      name: 'host',
      in: 'path' as const,
      required: true,
      schema: { type: 'string', enum: codeHosts },
    },
  ],
}

export const deliveryPaths: Readonly<Record<string, { readonly post: ReceivingObject }>> = {
  '/git/{host}': { post: hosts },
  '/github/pull_request': {
    post: receiving(
      'bmoDelivery',
      'github.pullRequest',
      'Receive a pull request of GitHub as bugzilla.mozilla.org does',
      'Attaches the URL of a new pull request to the bug that its title names.',
    ),
  },
  '/github/push_comment': {
    post: receiving(
      'bmoDelivery',
      'github.push',
      'Receive a push of GitHub as bugzilla.mozilla.org does',
      'Adds a comment with the commits to the bugs that they name, and resolves them.',
    ),
  },
}

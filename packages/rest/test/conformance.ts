// Checks that responses match the API description.
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { deliveryFormOf } from '../src/answer/deliveries.js'
import { createDocument, ownPath } from '../src/openapi/document.js'
import { createRouter } from '../src/router/router.js'
import { routes } from '../src/routes/index.js'
import { parseTarget } from '../src/http/request/target.js'

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
const document = createDocument(routes, '/rest')
ajv.addSchema(document, 'api')
// Where no field filter cuts the answer, what comes by default must come.
ajv.addSchema(JSON.parse(JSON.stringify(document).replaceAll('"x-default":', '"required":')) as object, 'uncut')
const router = createRouter(routes)

/**
 * Compares a JSON answer with what the description says of its route and status.
 * @throws Error that names the places where they differ
 */
export function requireConforming(method: string, target: string, status: number, text: string): void {
  if (method === 'HEAD' || method === 'OPTIONS') return
  const reference = referenceFor(method, target, status)
  const rules = method === 'GET' && !/(in|ex)clude_fields/.test(target) ? 'uncut' : 'api'
  const validate = ajv.getSchema(`${rules}${reference}/content/application~1json/schema`)
  if (!validate) throw new Error(`${method} ${target}: no answer with ${status} is described`)
  if (validate(JSON.parse(text)) === true) return
  const differences = ajv.errorsText(validate.errors, { dataVar: 'answer', separator: '\n' })
  throw new Error(`${method} ${target} (${status}) does not answer as described:\n${differences}`)
}

/** The description of the answer: that of the operation, or that of errors where there is no operation. */
function referenceFor(method: string, target: string, status: number): string {
  const operation = described(method, target)
  const { $ref } = operation?.responses[status] ?? operation?.responses['default'] ?? { $ref: errorReference }
  return $ref
}

const errorReference = '#/components/responses/error'

function described(method: string, target: string) {
  const path = pathOf(method, target)
  const shape = path && shapeOf(path)
  const [, methods] = Object.entries(document.paths).find(([one]) => shapeOf(one) === shape) ?? []
  return methods?.[method.toLowerCase()]
}

function shapeOf(path: string): string {
  return path.replace(/\{\w+\}/g, '{}')
}

/** The path of the route that answers; undefined when none does. */
function pathOf(method: string, target: string): string | undefined {
  try {
    const { segments } = parseTarget(target, undefined)
    const own = `/${segments.join('/')}`
    const delivery = deliveryFormOf(method, segments)
    if (delivery) return delivery.event === undefined ? '/git/{host}' : own
    return own === ownPath ? ownPath : router.find(method, segments).route.path
  } catch {
    return undefined
  }
}
